import ClientModels
import PathValidation
import Process
import ScenarioFormat
import TLS
import X509

/// An event of a run; reports are made from events alone.
///
/// A `judged` event is sent as soon as its pair is finished, so that a killed run loses no finished
/// pair. `Judgement.index` gives the order of the report.
package enum RunEvent: Sendable {
    case started(RunPlan)
    /// A pair was started; only progress displays use it.
    case began(id: String)
    case judged(Judgement)
    case finished(RunSummary)
}

/// The description of everything that a run will do.
package struct RunPlan: Hashable, Sendable {
    package let seed: UInt64
    package let now: Instant
    /// The numbers of scenarios (each counted once, without its cases), of cases, and of planned
    /// judgements: one for each repetition of each pair of case and party.
    package let scenarios, cases, pairs: Int
    /// The parties with their settings, sorted.
    package let parties: [String]
    /// SHA-256 over the ids and definitions of all pairs, hexadecimal.
    ///
    /// Runs with the same hash judge the same pairs.
    package let hash: String
    /// Whether models judge certificates without a handshake.
    package let isChainOnly: Bool
    /// The id of each pair in order, `scenario@party`; repetitions count once.
    package let ids: [String]
    /// The shard of a larger plan; nil for a whole plan.
    package let shard: RunShard?
    /// The indices of the judgements that are still to be made, ascending.
    package let indices: [Int]
}

/// One verdict of a pair, and its outcome.
package struct Judgement: Sendable {
    /// The position in the order of the whole plan, from 0.
    package let index: Int
    package let scenario: Scenario
    /// The setup of the scenario as the party faced it.
    package let setup: Setup
    /// The party's name with its settings.
    package let party: String
    /// The id of the judgement: `id@party`, with `#n` for repetition `n` from 2.
    package let id: String
    package let expected: Expectation
    /// The party's decision; nil if there is no verdict.
    package let decision: Decision?
    /// The servers' observations of the party.
    package let observed: Observation
    package let outcome: Outcome
    /// The entity names of the verified path, end entity first; nil if the party reported no path.
    package let path: [String]?
    /// The weakness, if the party accepts an attack that reached it where a correct client rejects;
    /// otherwise nil.
    package let weakness: Weakness?
    /// The exit of the party's program, with its output; nil for a model, and if no program was
    /// started.
    package let program: ProgramEnd?
    /// The microseconds from the start of forging to the outcome.
    package let elapsed: Int64
}

/// The weakness that a party shows when it accepts what a correct client rejects.
package struct Weakness: Hashable, Sendable {
    /// The reasons for which a correct client may reject.
    package let reasons: [Rejection.Code]
    package let exposure: Exposure

    /// Creates a weakness; each parameter sets the property of the same name.
    package init(reasons: [Rejection.Code], exposure: Exposure) {
        self.reasons = reasons
        self.exposure = exposure
    }
}

/// The summary at the end of a run.
package struct RunSummary: Hashable, Sendable {
    /// The duration in microseconds.
    package let elapsed: Int64
    /// The number of judgements; fewer than planned if the run was stopped.
    package let judged: Int
    package let wasStopped: Bool
}
