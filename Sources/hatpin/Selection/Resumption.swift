import Basics
import Reports
import Runner
import ScenarioFormat

/// A run that was cut off and goes on: its pairs in their order, and the judgements that it has.
package struct Resumption: Sendable {
    /// As the run began.
    package let plan: PlanRecord
    private let ids: [String]
    private let judgements: [JudgementRecord]
    private let path: String

    /// Reads what is left to do.
    ///
    /// - Parameters:
    ///   - history: the records of the run file.
    ///   - plan: its plan.
    ///   - path: the file, for messages.
    ///   - allowsEmpty: whether it is no error if nothing is left.
    /// - Throws: environment, for a run that cannot go on; nothing selected, for one that is whole.
    package init(
        _ history: RunHistory,
        of plan: PlanRecord,
        at path: String,
        allowsEmpty: Bool
    ) throws(Failure) {
        (self.plan, judgements, self.path) = (plan, history.judgements, Shown.escaped(path))
        ids = plan.ids ?? []
        guard plan.tool == Tool.name else {
            throw Failure(
                .environment,
                "--resume: \(self.path) was begun by \(Shown.escaped(plan.tool)), and this is \(Tool.name)",
                help: "hatpin run begins anew"
            )
        }
        let (repetitions, rest) = plan.pairs.quotientAndRemainder(dividingBy: max(1, ids.count))
        guard !plan.isVisit, !ids.isEmpty || plan.shard != nil, rest == 0,
            (0...1_000_000).contains(repetitions),
            ids.count == plan.shard?.places.count ?? ids.count
        else {
            throw Failure(.environment, "--resume: \(self.path) is no run that can go on")
        }
        guard judgements.count < plan.pairs || allowsEmpty else {
            throw Failure(
                .nothingSelected,
                "--resume: each pair has its verdict in \(self.path)",
                help: "--allow-empty makes that no error"
            )
        }
    }

    /// How often each pair is judged.
    package var repetitions: Int { max(1, plan.pairs / max(1, ids.count)) }

    /// The parties of the run, but for a command that stood after `--`.
    package var parties: [String] { plan.parties.filter { !$0.hasPrefix("-- ") } }

    /// All pairs of the run as those that are to be run.
    package var rerun: Rerun { Rerun(failed: [], missing: Set(ids)) }

    /// The places of judgements that the run has.
    package var judged: Set<Int> { Set(judgements.map(\.index)) }

    /// `418 pairs, 52 of them judged, in .hatpin/last.ndjson`.
    package var summary: String {
        Prose.count(plan.pairs, "pair") + ", \(judgements.count) of them judged, in \(path)"
    }

    /// The run's pairs in its order.
    ///
    /// - Throws: environment, where one is no longer there.
    package func ordered(_ chosen: [Pair]) throws(Failure) -> [Pair] {
        let known = Dictionary(chosen.map { ($0.id, $0) }) { first, _ in first }
        let pairs = ids.compactMap { known[$0] }
        guard pairs.count == ids.count else {
            let gone = ids.first { known[$0] == nil } ?? ""
            let others = ids.count - pairs.count - 1
            let isBare = gone.contains("@-- ")
            throw Failure(
                .environment,
                "--resume: \(Shown.escaped(gone))"
                    + (others == 0 ? " is" : " and " + Prose.count(others, "other") + " are")
                    + " no longer there",
                help: isBare
                    ? "give the command after -- again" : "hatpin run --failed runs those that are"
            )
        }
        return pairs
    }

    /// - Throws: environment, where the scenarios are no longer those of the run.
    package func require(_ plan: RunPlan) throws(Failure) {
        guard plan.hash != self.plan.hash else { return }
        throw Failure(
            .environment,
            "--resume: the scenarios have changed since \(path) was begun",
            help: "hatpin run begins anew; --failed runs what has no verdict"
        )
    }
}

extension Pair {
    /// `scenario@party`.
    package var id: String { "\(scenario.id)@\(party.name)" }
}
