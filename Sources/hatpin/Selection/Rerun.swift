import Basics
import Reports
import Runner

/// The cases that `run --failed` repeats: failed cases, and cases without a verdict because the run
/// was interrupted or killed, or could not write its file.
package struct Rerun: Hashable, Sendable {
    /// The failed pairs of case and party; repetitions count once.
    let failed: Set<String>
    /// Pairs of the plan with fewer lines than repetitions, or nil if the run file does not list
    /// its pairs.
    private let missing: Set<String>?
    /// The pairs that have a line, for run files that do not list their pairs.
    private let judged: Set<String>

    /// Creates the value from the failed and the missing pairs.
    init(failed: Set<String>, missing: Set<String> = []) {
        self.failed = failed
        self.missing = missing.subtracting(failed)
        judged = []
    }

    /// Compares the plan of a run with the results in its file.
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

    /// Returns whether a pair is repeated.
    package func contains(_ pair: String) -> Bool { failed.contains(pair) || isMissing(pair) }

    private func isMissing(_ pair: String) -> Bool {
        missing?.contains(pair) ?? !judged.contains(pair)
    }

    /// Returns the numbers of failed and of missing pairs, as a sentence.
    ///
    /// - Parameters:
    ///   - pairs: all pairs that could be run.
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
    /// The id `scenario@party`, without the number of a repetition.
    fileprivate var pair: String { "\(scenario)@\(party)" }
}
