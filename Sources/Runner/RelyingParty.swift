import ClientModels
import PathValidation
import Process
import ScenarioFormat
import Synchronization
import TLS
import X509

/// Decides whether to trust a server, or a client: a model of a policy, a program, or a closure.
package protocol RelyingParty: Sendable {
    /// Decides about `challenge`. This call may block the calling thread up to the network's
    /// deadline.
    ///
    /// - Throws: if there is no verdict. A refusal is a verdict.
    func decide(_ challenge: Challenge, on network: Network) throws(HarnessError) -> Answer

    /// The reason why the party does not meet a requirement; nil if the party meets it.
    func lack(of requirement: Requirement) -> String?

    /// The rule by which the party's protocol compares names.
    var names: NameRule { get }

    /// The end of the connection at which the party is.
    var end: RelyingEnd { get }

    /// Returns the known difference that the party's definition documents; nil for none.
    func difference(in scenario: Scenario) -> KnownVerdictDifference?
}

extension RelyingParty {
    package var names: NameRule { .rfc9525 }

    package func difference(in scenario: Scenario) -> KnownVerdictDifference? { nil }

    package func lack(of requirement: Requirement) -> String? { nil }

    package var end: RelyingEnd { .client }

    /// The reason why the party cannot be tested with a setup; nil if it can.
    package func obstacle(in setup: Setup) -> String? { setup.obstacle(by: lack) }
}

/// The decision of a party, and what was observed of the party.
package struct Answer: Sendable {
    package let decision: Decision
    /// The servers' observations of the party; nil if there was no connection.
    package let observed: Observation?
    /// The reason why the attack did not reach the party; nil if the attack reached the party.
    package var undelivered: String?
    /// The rule of the party's protocol by which the decision is right, although most protocols
    /// decide otherwise; nil for none.
    package var permission: String?
    /// Whether the party accepted the response to its request as complete; nil if the party does
    /// not report this.
    package var takesAnswer: Bool?
    /// The setup that the party faced, if it had to be adapted to the party; otherwise nil.
    package var adaptedSetup: Setup?

    /// - Parameters:
    ///   - decision: what the party decided. For a party with a client of its own, the decision
    ///     follows from what the server observed.
    ///   - observed: what the servers observed of the party.
    package init(decision: Decision, observed: Observation?) {
        (self.decision, self.observed) = (decision, observed)
    }
}

/// The exit of the last program that a party started for a challenge, with its output.
///
/// The output is evidence of the party's decision.
package final class ProgramLog: Sendable {
    private let end = Mutex<ProgramEnd?>(nil)

    /// Creates a log without entries.
    package init() {}

    /// The last exit; nil if no program was started.
    package var last: ProgramEnd? { end.withLock { $0 } }

    /// Records how a program exited and replaces the former entry.
    package func note(_ end: ProgramEnd) { self.end.withLock { $0 = end } }
}

/// The loopback network in which parties are tested.
package struct Network: Sendable {
    let loopback: Loopback
    /// The log of the programs that parties run; nil if it is not needed.
    package private(set) var log: ProgramLog?
    /// The time limit of a party for one challenge.
    package let deadline: Duration

    /// - Parameters:
    ///   - loopback: the loopback that all servers share.
    ///   - deadline: the time limit of a party for one challenge.
    package init(loopback: Loopback, deadline: Duration) {
        (self.loopback, self.deadline) = (loopback, deadline)
    }

    /// Makes a network of its own for one program.
    ///
    /// - Throws: `HarnessError.wire` if TLS cannot be set up.
    package init(deadline: Duration) throws(HarnessError) {
        do {
            self.init(loopback: try Loopback(), deadline: deadline)
        } catch {
            throw .wire(error)
        }
    }

    /// Returns the same network with a log for the programs of one challenge.
    func noting(in log: ProgramLog) -> Network {
        var network = self
        network.log = log
        return network
    }

    /// Starts the servers of a challenge for a client that connects by itself.
    ///
    /// - Parameters:
    ///   - challenge: the challenge to serve.
    ///   - client: connects to the endpoint and returns when it is done.
    /// - Returns: the client's result, and what the servers observed of it.
    /// - Throws: `HarnessError.wire`.
    package func open<Result>(
        _ challenge: Challenge,
        _ client: (Endpoint) -> Result
    ) throws(HarnessError) -> (result: Result, observation: Observation) {
        try open(challenge.presentation, deadline: deadline, client)
    }

    /// Starts the servers of any presentation for a client that connects by itself.
    ///
    /// - Parameters:
    ///   - presentation: what the servers show.
    ///   - deadline: how long the servers stay open.
    ///   - receive: called on the serving thread with each new observation.
    ///   - passesThrough: whether the endpoint has a CONNECT proxy that changes nothing.
    ///   - client: connects to the endpoint and returns when it is done.
    /// - Returns: the client's result, and what the servers observed of it.
    /// - Throws: `HarnessError.wire`.
    package func open<Result>(
        _ presentation: Presentation,
        deadline: Duration,
        receive: (@Sendable (Observation) -> Void)? = nil,
        passesThrough: Bool = false,
        _ client: (Endpoint) -> Result
    ) throws(HarnessError) -> (result: Result, observation: Observation) {
        do {
            return try loopback.open(
                presentation,
                deadline: deadline,
                receive: receive,
                passesThrough: passesThrough,
                client
            )
        } catch {
            throw .wire(error)
        }
    }
}

/// A relying party that is a closure.
package struct ClosureParty: RelyingParty {
    package typealias Decide =
        @Sendable (Challenge, Network) throws(HarnessError) -> Answer

    private let decide: Decide

    package init(_ decide: @escaping Decide) {
        self.decide = decide
    }

    package func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        try decide(challenge, network)
    }
}

/// A program that cannot be tested; its cases are not applicable.
package struct AbsentParty: RelyingParty {
    private let reason: String
    package let names: NameRule

    /// - Parameters:
    ///   - reason: why the program cannot be tested, as text for the user.
    ///   - names: the rule by which the program's protocol compares names.
    package init(because reason: String, comparing names: NameRule = .rfc9525) {
        (self.reason, self.names) = (reason, names)
    }

    package func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        throw .client(reason)
    }

    package func lack(of requirement: Requirement) -> String? { reason }
}
