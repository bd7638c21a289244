import Dispatch
import Process
import ScenarioFormat
import Synchronization
import TLS

/// Decides when to stop a program that has made its decision.
final class Patience: Sendable {
    private let rule: EndRule
    private let stop: StopRequest
    /// The number of observations so far.
    ///
    /// A timer that finds a higher number than at its start is outdated.
    private let observations = Mutex(0)

    /// The time that a program may continue after its decision, to read the answer or report an
    /// error.
    private static let grace = Duration.seconds(1)

    /// - Parameters:
    ///   - rule: the rule in the client's definition that says when the client has decided.
    ///   - hasLost: whether the server withholds TLS or an answer, so that a client that waits has
    ///     decided.
    ///   - stop: receives the request to stop.
    init(_ rule: EndRule, hasLost: Bool, _ stop: StopRequest) {
        (self.rule, self.stop) = (hasLost ? .whenQuiet : rule, stop)
    }

    /// Records that the servers observed something new.
    @Sendable func receive(_ observed: Observation) {
        let number = observations.withLock { count in
            count += 1
            return count
        }
        switch rule {
        case .onAnswer where observed.requested, .whenQuiet where observed.requested: stop.send()
        case .byItself where observed.requested, .whenQuiet: wait(for: number)
        case .byItself, .onAnswer: break
        }
    }

    private func wait(for number: Int) {
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .milliseconds(Self.graceInMilliseconds)
        ) {
            [weak self] in
            // `self` is nil if the attempt is over and the program needs no signal.
            guard let self, observations.withLock({ $0 == number }) else { return }
            stop.send()
        }
    }

    private static let graceInMilliseconds = Int(grace / .milliseconds(1))
}
