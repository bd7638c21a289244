import Basics
import Reports
import ScenarioFormat

/// Shows a run file again: as any report of the run, or some of its cases in full.
package struct RunShow: Sendable {
    private let run: EarlierRun
    private let cases: [String]

    /// Reads the run.
    ///
    /// - Parameters:
    ///   - words: a run, cases, or a run before cases; a word that does not name a run is a case.
    ///   - state: the folder of runs.
    /// - Throws: an `environment` failure if the run cannot be read; a `nothingSelected` failure if
    ///   a named case is not in the run.
    package init(_ words: [String], in state: StateFolder) throws(Failure) {
        let first = words.first.flatMap { EarlierRun.path(of: $0, in: state) }
        run = try EarlierRun(named: first, in: state, for: "show")
        cases = Array(words.dropFirst(first == nil ? 0 : 1))
        for word in cases where !run.history.judgements.contains(where: { $0.isMeant(by: word) }) {
            let ids = run.history.judgements.flatMap { [$0.id, $0.scenario] }
            throw Failure(
                .nothingSelected,
                "\(Shown.escaped(run.path)) has no case '\(Shown.escaped(word))'",
                help: didYouMean(word, ids)
            )
        }
    }

    /// Returns the text for standard output.
    package func text(as format: FormatOf<RunRecord>, _ options: ReportOptions) -> String {
        var options = options
        options.certificates = Evidence.certificates
        let judgements = run.history.judgements.filter { judgement in
            cases.contains { judgement.isMeant(by: $0) }
        }
        guard !cases.isEmpty, !format.isForPrograms else {
            var reporter = format.writer(options)
            return records(of: judgements).map { reporter.receive($0) }.joined()
        }
        return judgements.map { CaseText($0, in: run.plan, options).text }.joined(separator: "\n")
    }

    private func records(of judgements: [JudgementRecord]) -> [RunRecord] {
        guard !cases.isEmpty else { return run.records }
        return run.records.filter { record in
            guard case .judgement(let judgement) = record else { return true }
            return judgements.contains(judgement)
        }
    }
}

extension JudgementRecord {
    /// Returns whether a word is the id of the pair or of its case.
    func isMeant(by word: String) -> Bool {
        id == word || scenario == word || "\(scenario)@\(party)" == word
    }
}
