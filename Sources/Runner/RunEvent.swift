import PKIX
import Scenarios
import Trust

/// What a run says of itself, in order; reports are functions of it.
package enum RunEvent: Sendable {
    case started(RunPlan)
    /// A pair was taken up; only for progress.
    case began(id: String, party: String)
    case judged(Judgement)
    case finished(RunSummary)
}

/// The first event: everything that decides what the run will do.
package struct RunPlan: Sendable {
    package let seed: UInt64
    package let now: Instant
    /// How many scenario files and cases were selected, and how many pairs of case and party.
    package let scenarios, cases, pairs: Int
    /// The names with settings of the parties that take part.
    package let parties: [String]
    /// SHA-256 over ids, expectations, file digests and tool version, hexadecimal.
    package let hash: String
    /// True where models judged the bytes without a handshake.
    package let chainOnly: Bool
}

/// One pair's verdict and outcome.
package struct Judgement: Sendable {
    package let scenario: Scenario
    /// Name with settings.
    package let party: String
    /// `id@party`, and `#n` for the n-th repetition from 2.
    package let id: String
    package let expected: Expectation
    /// Nil where there is no verdict.
    package let decision: Decision?
    package let observation: Observed
    package let outcome: Outcome
    /// From the start of forging to the outcome, in microseconds.
    package let elapsed: Int
    /// What the control world gave; nil where none was needed.
    package let control: String?
    /// The verified path as entity names, where the party could report it.
    package let path: [String]?
    /// The party accepts what a correct client would reject.
    package let isWeakness: Bool
}

/// What the servers saw of the party.
package struct Observed: Hashable, Sendable {
    package var connections: Int
    /// The TLS alert that the client sent, by its RFC 8446 name hyphenated.
    package var alert: String?
    /// Whether the request with the case's challenge arrived after the handshake.
    package var requested: Bool

    package init(connections: Int = 0, alert: String? = nil, requested: Bool = false) {
        self.connections = connections
        self.alert = alert
        self.requested = requested
    }
}

/// The last event.
package struct RunSummary: Sendable {
    /// In microseconds.
    package let elapsed: Int
    package let wasInterrupted: Bool
}
