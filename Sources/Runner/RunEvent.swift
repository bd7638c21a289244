import ClientModels
import PathValidation
import Process
import ScenarioFormat
import TLS
import X509

/// An event of a run; reports are functions of events.
///
/// `judged` comes as pairs finish, so that a run that is killed has lost none that had finished;
/// `Judgement.index` is the order for readers.
package enum RunEvent: Sendable {
    case started(RunPlan)
    /// A pair was taken up; only for progress.
    case began(id: String)
    case judged(Judgement)
    case finished(RunSummary)
}

/// Everything that decides what a run will do.
package struct RunPlan: Hashable, Sendable {
    package let seed: UInt64
    package let now: Instant
    /// The numbers of scenarios (without coordinates), cases, and pairs of case and party.
    package let scenarios, cases, pairs: Int
    /// The parties that take part, with their settings, sorted.
    package let parties: [String]
    /// SHA-256 over ids and definitions, hexadecimal: two runs of one hash do the same.
    package let hash: String
    /// True where models judge the bytes without a handshake.
    package let isChainOnly: Bool
    /// `scenario@party` of each pair in order, repetitions as one.
    package let ids: [String]
    /// The part that this is of a larger plan; nil for a plan of its own.
    package let shard: RunShard?
    /// Indices of the judgements that are still to be made, ascending.
    package let indices: [Int]
}

/// One pair's verdict and how it compares.
package struct Judgement: Sendable {
    /// The place in the order of the whole plan, from 0.
    package let index: Int
    package let scenario: Scenario
    /// Name with settings.
    package let party: String
    /// `id@party`, with `#n` for the n-th repetition from 2.
    package let id: String
    package let expected: Expectation
    /// Nil where there is no verdict.
    package let decision: Decision?
    /// The servers' observations of the party.
    package let observed: Observation
    package let outcome: Outcome
    /// The verified path as entity names, end entity first, where the party reported one.
    package let path: [String]?
    /// The weakness of a party that accepts where a correct client rejects; nil if it does
    /// not.
    package let weakness: Weakness?
    /// How the party's program has ended, with its output; nil for a model, and where it was not
    /// started.
    package let program: ProgramEnd?
    /// From the start of forging to the outcome, in microseconds.
    package let elapsed: Int64
}

/// A model accepts what a correct client would reject, as its scenario says it does.
package struct Weakness: Hashable, Sendable {
    /// Why a correct client rejects; any of these.
    package let reasons: [Rejection.Code]
    package let exposure: Exposure

    /// Each parameter is the property of its name.
    package init(reasons: [Rejection.Code], exposure: Exposure) {
        self.reasons = reasons
        self.exposure = exposure
    }
}

/// How a run ended.
package struct RunSummary: Hashable, Sendable {
    /// In microseconds.
    package let elapsed: Int64
    /// Pairs that were judged; fewer than planned where the run was stopped.
    package let judged: Int
    package let wasStopped: Bool
}
