import ClientModels
import PathValidation
import Process
import ScenarioFormat
import Synchronization
import TLS

/// Decides whether to trust: a model of a policy, a program, or a closure.
package protocol RelyingParty: Sendable {
    /// Faces `challenge` and decides; may block the calling thread up to the network's deadline.
    ///
    /// - Throws: where there is no verdict. A refusal is a verdict.
    func decide(_ challenge: Challenge, on network: Network) throws(HarnessError) -> Answer

    /// Why it cannot be put before a setup; nil where it can.
    func obstacle(in setup: Setup) -> String?

    /// The difference that is documented beside the party; nil for none.
    func difference(in scenario: Scenario) -> KnownVerdictDifference?
}

extension RelyingParty {
    package func difference(in scenario: Scenario) -> KnownVerdictDifference? { nil }

    package func obstacle(in setup: Setup) -> String? { nil }
}

/// A verdict with what was seen besides.
package struct Answer: Sendable {
    package let decision: Decision
    /// Nil where nothing crossed a wire.
    package let observed: Observation?
    /// Why the setup's attack did not reach the client; nil if it did.
    package var undelivered: String?
    /// Whether the party took the answer to its request for a whole one; nil where it does not tell.
    package var takesAnswer: Bool?

    /// - Parameters:
    ///   - decision: what the party decided; that of a party with a client of its own follows from
    ///     the observation, because the server is the witness.
    ///   - observed: what the servers saw of the party.
    package init(decision: Decision, observed: Observation?) {
        (self.decision, self.observed) = (decision, observed)
    }
}

/// The last end of a program that a party started for a challenge, whose output is evidence.
package final class ProgramLog: Sendable {
    private let end = Mutex<ProgramEnd?>(nil)

    /// No program has ended yet.
    package init() {}

    /// Nil where no program was started.
    package var last: ProgramEnd? { end.withLock { $0 } }

    /// Notes an end in place of the one before.
    package func note(_ end: ProgramEnd) { self.end.withLock { $0 = end } }
}

/// The loopback network on which parties face challenges.
package struct Network: Sendable {
    let loopback: Loopback
    /// Where parties note how their programs end; nil where nobody asks.
    package private(set) var log: ProgramLog?
    /// How long a party may take for one challenge.
    package let deadline: Duration

    /// - Parameters:
    ///   - loopback: what the servers share.
    ///   - deadline: how long a party may take for one challenge.
    package init(loopback: Loopback, deadline: Duration) {
        (self.loopback, self.deadline) = (loopback, deadline)
    }

    /// The same network, with a log for the programs of one challenge.
    func noting(in log: ProgramLog) -> Network {
        var network = self
        network.log = log
        return network
    }

    /// Opens the servers of a challenge for a client that connects by itself.
    ///
    /// - Parameters:
    ///   - challenge: its presentation is served.
    ///   - client: connects to the endpoint and returns when it is done.
    /// - Returns: the client's result, and what the servers saw of it.
    /// - Throws: `HarnessError.wire`.
    package func open<Result>(
        _ challenge: Challenge,
        _ client: (Endpoint) -> Result
    ) throws(HarnessError) -> (result: Result, observation: Observation) {
        try open(challenge.presentation, deadline: deadline, client)
    }

    /// The same for any presentation.
    ///
    /// - Parameters:
    ///   - presentation: what the servers show.
    ///   - deadline: how long they stay open.
    ///   - receive: called on the serving thread with each observation that is new.
    ///   - passesThrough: whether the endpoint has a CONNECT proxy that touches nothing.
    ///   - client: connects to the endpoint and returns when it is done.
    /// - Returns: the client's result, and what the servers saw of it.
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

/// A party whose decision is a closure.
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

/// A program that is not put before setups, so that its cases are not applicable.
package struct AbsentParty: RelyingParty {
    private let reason: String

    /// - Parameter reason: why it is not, for people.
    package init(because reason: String) {
        self.reason = reason
    }

    package func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        throw .client(reason)
    }

    package func obstacle(in setup: Setup) -> String? { reason }
}
