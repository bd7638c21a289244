import Basics
import ClientModels
import Dispatch
import Process
import Reports
import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

// hatpin/Lab serves setups to programs that test a client in their own tests. It starts no client:
// the program runs the client, and asks for the verdict. Reports/Services/Lab defines the lines
// that lab and program exchange.

/// One case that a client is tested with: the case's setup, and after a rejection the control.
///
/// The bench judges the case on a thread of its own. Each time the bench runs the client, the trial
/// offers a setup, and waits until the program that uses the lab asks for the verdict.
final class LabTrial: ClientDriver {
    /// What the program gets next.
    enum Stage: Sendable {
        /// A setup to run the client with.
        case setup(LabSetup)
        case judged(Judgement)
    }

    /// The number of the trial.
    let id: Int
    private let scenario: Scenario
    /// Whether a verdict needs the client's word, because the server cannot see whether the client
    /// takes an answer.
    let needsWord: Bool
    private let state = Mutex(State())
    /// Signalled when there is a new stage.
    private let reached = DispatchSemaphore(value: 0)
    /// Signalled when the program asks for the verdict.
    private let asked = DispatchSemaphore(value: 0)

    private struct State {
        var stage: Stage?
        /// The challenge that the client meets next; nil before the first.
        var challenge: Challenge?
        /// Ends the wait for the client.
        var stop: StopRequest?
        /// What the program says about its client.
        var end: ProgramEnd?
        /// The client's last error message.
        var message = ""
        var isControl = false
        /// The time at which the client got the setup.
        var start = ContinuousClock.now
        var isCancelled = false
    }

    init(id: Int, _ scenario: Scenario, needsWord: Bool) {
        (self.id, self.scenario, self.needsWord) = (id, scenario, needsWord)
    }

    /// Starts to judge a client.
    ///
    /// - Parameters:
    ///   - party: the client.
    ///   - bench: judges it.
    ///   - end: called when the trial needs no thread any more.
    func start(_ party: Party, by bench: Bench, then end: @escaping @Sendable () -> Void) {
        let pair = Pair(scenario, party)
        let id = "\(scenario.id)@\(party.name)"
        BlockingThread.start { [self] in
            let judgement = bench.judge(pair, id: id, index: 0)
            state.withLock { $0.stage = .judged(judgement) }
            end()
            reached.signal()
        }
    }

    /// The client's last error message.
    var message: String { state.withLock { $0.message } }

    /// Waits for the next stage.
    func next() -> Stage? {
        reached.wait()
        return state.withLock { $0.stage }
    }

    /// Ends the run of the client, and waits for the next stage.
    ///
    /// - Parameters:
    ///   - accepted: whether the client says that it has accepted.
    ///   - message: the client's error message.
    /// - Returns: the verdict, or the setup of the control.
    func finish(accepted: Bool, says message: String) -> Stage? {
        let stop = state.withLock { state in
            state.message = message
            let elapsed = ContinuousClock.now - state.start
            state.end = ProgramEnd(accepted: accepted, says: message, elapsed: elapsed)
            return state.stop
        }
        stop?.send()
        asked.signal()
        return next()
    }

    /// Closes the servers; there will be no verdict.
    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            return state.stop
        }
        stop?.send()
        asked.signal()
    }

    /// The time in which a program asks for the verdict on a case that the client has ended, in
    /// seconds.
    private static let longestDelay = 60

    /// Prepares for the run of the client that follows.
    ///
    /// The control waits until the program asks for the verdict on the case, so that the client has
    /// the whole time limit for the control.
    ///
    /// - Throws: if the trial was cancelled.
    func prepare(_ challenge: Challenge) throws(HarnessError) {
        let isFirst = state.withLock { state in
            let isFirst = state.challenge == nil
            (state.challenge, state.isControl) = (challenge, !isFirst)
            return isFirst
        }
        // A program that never asks must not keep a thread for ever.
        if !isFirst, asked.wait(timeout: .now() + .seconds(Self.longestDelay)) == .timedOut {
            throw .client("the program did not ask for the verdict within \(Self.longestDelay) s")
        }
        let isCancelled = state.withLock { state in
            (state.end, state.stop) = (nil, nil)
            return state.isCancelled
        }
        if isCancelled { throw .client("the test was cancelled") }
    }

    func end(
        for values: [ClientPlaceholder: String],
        until deadline: ContinuousClock.Instant,
        stop: StopRequest
    ) throws(ProgramError) -> ProgramEnd {
        // `stop` follows rules for programs that exit. A lab waits until the program asks for the
        // verdict instead.
        let finished = try StopRequest()
        let isCancelled = state.withLock { state in
            (state.stop, state.start) = (finished, .now)
            state.stage = .setup(setup(values, state))
            return state.isCancelled
        }
        reached.signal()
        let isInTime = isCancelled || finished.wait(until: deadline)
        return state.withLock { state in
            state.end
                ?? ProgramEnd(
                    cause: isInTime ? .stopped : .timedOut,
                    standardOutput: [],
                    standardError: [],
                    elapsed: .zero
                )
        }
    }

    /// Returns the host names that the client meets, in order, separated by spaces.
    private static func hosts(of challenge: Challenge?) -> String {
        guard let challenge else { return "" }
        var hosts = [challenge.setup.typedHost ?? challenge.setup.firstIdentity.host]
        for step in challenge.earlier + [challenge] where !hosts.contains(step.setup.connect.host) {
            hosts.append(step.setup.connect.host)
        }
        return hosts.joined(separator: " ")
    }

    private func setup(_ values: [ClientPlaceholder: String], _ state: State) -> LabSetup {
        let served = state.challenge?.setup
        let expected = scenario.rule(for: LabParty.reference).expectation
        return LabSetup(
            id: id,
            scenario: scenario.id,
            isControl: state.isControl,
            expected: state.isControl ? "accept" : ExpectationRecord(expected).words,
            values: values,
            pins: state.challenge?.pins?.map(\.hashes),
            hosts: Self.hosts(of: state.challenge),
            options: (served?.askedOptions ?? []).map(\.rawValue).sorted()
        )
    }
}

/// The client that a program runs, as a relying party.
struct LabParty: RelyingParty {
    private let client: ClientDefinition
    private let party: ClientParty
    private let trial: LabTrial

    /// The party that stands for all clients of labs in the rules of scenarios.
    static let reference = PartyReference(name: "client")

    /// - Parameters:
    ///   - client: the client's abilities and protocol.
    ///   - trial: the trial in which it runs.
    ///   - site: the folders of the files that it reads.
    init(_ client: ClientDefinition, in trial: LabTrial, on site: ProgramSite) {
        (self.client, self.trial) = (client, trial)
        party = ClientParty(client, drivenBy: trial, on: site)
    }

    var names: NameRule { party.names }

    func decide(_ challenge: Challenge, on network: Network) throws(HarnessError) -> Answer {
        try trial.prepare(challenge)
        return try party.decide(challenge, on: network)
    }

    func lack(of requirement: Requirement) -> String? { client.lackInLab(of: requirement) }
}

extension ClientDefinition {
    /// Returns why the client does not meet a requirement, or nil if it does.
    ///
    /// A lab has no network of its own, but the client dials the address of the setup, whatever
    /// host the setup names.
    func lackInLab(of requirement: Requirement) -> String? {
        let isAddress = if case .address = requirement { true } else { false }
        return lack(of: requirement, by: .command, hasNetwork: isAddress)
    }
}
