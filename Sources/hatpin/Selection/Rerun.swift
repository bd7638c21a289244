import Basics
import Reports
import Runner

/// The pairs that `run --failed` repeats: those that failed, and those that have no verdict because
/// the run was interrupted, killed or could not write its file.
package struct Rerun: Hashable, Sendable {
    /// Pairs that failed, repetitions as one.
    let failed: Set<String>
    /// Pairs of the plan with fewer lines than repetitions; nil if the run file does not list its
    /// pairs, as those of older versions.
    private let missing: Set<String>?
    /// Pairs with a line, for run files that do not list theirs.
    private let judged: Set<String>

    /// The same for a run file that says all of this.
    init(failed: Set<String>, missing: Set<String> = []) {
        self.failed = failed
        self.missing = missing.subtracting(failed)
        judged = []
    }

    /// Compares what a run was to judge with what its file says.
    package init(_ history: RunHistory, of plan: PlanRecord) {
        var lines: [String: Int] = [:]
        for judgement in history.judgements { lines[judgement.pair, default: 0] += 1 }
        failed = Set(history.judgements.filter(\.outcome.isFailure).map(\.pair))
        judged = Set(lines.keys)
        if history.judgements.count == plan.pairs {
            missing = []
        } else if let ids = plan.ids {
            let repetitions = plan.pairs / max(1, ids.count)
            missing = Set(ids.filter { lines[$0, default: 0] < repetitions }).subtracting(failed)
        } else {
            missing = nil
        }
    }

    /// Whether there is nothing to repeat.
    var isEmpty: Bool { failed.isEmpty && missing == [] }

    /// Whether a pair is repeated.
    package func contains(_ pair: String) -> Bool { failed.contains(pair) || isMissing(pair) }

    private func isMissing(_ pair: String) -> Bool {
        missing?.contains(pair) ?? !judged.contains(pair)
    }

    /// The numbers of failed and of missing pairs, as a sentence.
    ///
    /// - Parameters:
    ///   - pairs: all that could be run.
    ///   - path: the run file.
    /// - Returns: `1 pair failed, 2 pairs have no verdict in .hatpin/last.ndjson`.
    package func summary(among pairs: [String], in path: String) -> String {
        let known = Set(pairs)
        let missing = missing ?? known.subtracting(judged)
        let gone = failed.union(missing).subtracting(known).count
        let verb = missing.count == 1 ? "has" : "have"
        return Prose.count(failed.count, "pair") + " failed, " + Prose.count(missing.count, "pair")
            + " \(verb) no verdict in \(Shown.escaped(path))"
            + (gone == 0 ? "" : "; \(gone) of these \(gone == 1 ? "is" : "are")")
            + (gone == 0 ? "" : " no longer among the scenarios")
    }
}

extension JudgementRecord {
    /// `scenario@party`, without a repetition's number.
    fileprivate var pair: String { "\(scenario)@\(party)" }
}
