import Dispatch
import Process
import ScenarioFormat
import Synchronization
import TLS

/// Stops a program once it has decided.
final class Patience: Sendable {
    private let rule: EndRule
    private let stop: StopRequest
    /// The number of observations so far: a timer that finds another is out of date.
    private let observations = Mutex(0)

    /// How long a program that has decided may go on: it reads the answer, or tells why it refused.
    private static let grace = Duration.seconds(1)

    /// - Parameters:
    ///   - rule: the client's own.
    ///   - hasLost: whether the server keeps back TLS or an answer: a client that waits for it has
    ///     decided.
    ///   - stop: is sent.
    init(_ rule: EndRule, hasLost: Bool, _ stop: StopRequest) {
        (self.rule, self.stop) = (hasLost ? .whenQuiet : rule, stop)
    }

    /// The servers have seen something new.
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
            // Gone with the attempt, whose program needs no signal any more.
            guard let self, observations.withLock({ $0 == number }) else { return }
            stop.send()
        }
    }

    private static let graceInMilliseconds = Int(grace / .milliseconds(1))
}
