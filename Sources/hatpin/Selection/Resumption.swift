import Basics
import Reports
import Runner
import ScenarioFormat

/// An interrupted run that continues, with its pairs in order and its judgements so far.
package struct Resumption: Sendable {
    /// The plan with which the run began.
    package let plan: PlanRecord
    private let ids: [String]
    private let judgements: [JudgementRecord]
    private let path: String

    /// Finds the pairs that are left to run.
    ///
    /// - Parameters:
    ///   - history: the records of the run file.
    ///   - plan: the plan of the run.
    ///   - path: the path of the file, for messages.
    ///   - allowsEmpty: whether a run without remaining pairs is allowed.
    /// - Throws: an `environment` failure for a run that cannot continue; a `nothingSelected`
    ///   failure for a complete run.
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
                "--resume: \(self.path) was started by \(Shown.escaped(plan.tool)), and this is \(Tool.name)",
                help: "start a new run: hatpin run"
            )
        }
        let (repetitions, rest) = plan.pairs.quotientAndRemainder(dividingBy: max(1, ids.count))
        guard !plan.isVisit, !ids.isEmpty || plan.shard != nil, rest == 0,
            (0...1_000_000).contains(repetitions),
            ids.count == plan.shard?.places.count ?? ids.count
        else {
            throw Failure(.environment, "--resume: \(self.path) is not a run that can continue")
        }
        guard judgements.count < plan.pairs || allowsEmpty else {
            throw Failure(
                .nothingSelected,
                "--resume: every case has its verdict in \(self.path)",
                help: "add --allow-empty to accept that"
            )
        }
    }

    /// The number of repetitions of each pair.
    package var repetitions: Int { max(1, plan.pairs / max(1, ids.count)) }

    /// The parties of the run, without the command after `--`.
    package var parties: [String] { plan.parties.filter { !$0.hasPrefix("-- ") } }

    /// All pairs of the run, as candidates.
    package var rerun: Rerun { Rerun(failed: [], missing: Set(ids)) }

    /// The positions of the judgements that the run file has.
    package var judged: Set<Int> { Set(judgements.map(\.index)) }

    /// The state of the run, such as `418 pairs, 52 of them judged, in .hatpin/last.ndjson`.
    package var summary: String {
        Prose.count(plan.pairs, "pair") + ", \(judgements.count) of them judged, in \(path)"
    }

    /// Returns the run's pairs in order.
    ///
    /// - Throws: an `environment` failure if a pair no longer exists.
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
                    ? "give the command after -- again"
                    : "run the remaining ones: hatpin run --failed"
            )
        }
        return pairs
    }

    /// Requires that the plan has not changed.
    ///
    /// - Throws: an `environment` failure if the scenarios have changed since the run.
    package func require(_ plan: RunPlan) throws(Failure) {
        guard plan.hash != self.plan.hash else { return }
        throw Failure(
            .environment,
            "--resume: the scenarios have changed since \(path) was started",
            help: "start a new run, or run the cases without a verdict by --failed"
        )
    }
}

extension Pair {
    /// The id `scenario@party`.
    package var id: String { "\(scenario.id)@\(party.name)" }
}
