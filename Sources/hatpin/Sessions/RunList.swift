import Basics
import Reports

/// The runs in a state folder, and the result of a case in each run.
package struct RunList: Sendable {
    private let runs: [(name: String, run: EarlierRun)]

    /// Reads the run files, oldest first, without links and unreadable files.
    ///
    /// - Parameters:
    ///   - state: the folder of the runs.
    ///   - since: the first run to list, by its name or a prefix; nil for all.
    /// - Throws: a `nothingSelected` failure if there are no runs; an `environment` failure if
    ///   `since` names no run.
    package init(in state: StateFolder, since: String? = nil) throws(Failure) {
        let first = try since.map { name throws(Failure) in
            try EarlierRun(named: name, in: state, for: "--since").plan.started
        }
        let names = ((try? Files.entries(of: state.runs)) ?? []).filter { $0.hasSuffix(".ndjson") }
        runs = names.compactMap { name -> (name: String, run: EarlierRun)? in
            let path = "\(state.runs)/\(name)"
            guard Files.kind(of: path) == .file else { return nil }
            return (try? EarlierRun(at: path, in: state, for: "history")).map {
                (name: String(name.dropLast(7)), run: $0)
            }
        }
        .filter { run in first.map { run.run.plan.started >= $0 } ?? true }
        .sorted { ($0.run.plan.started, $0.name) < ($1.run.plan.started, $1.name) }
        guard runs.isEmpty else { return }
        throw Failure(
            .nothingSelected,
            "\(Shown.escaped(state.runs)) has no run",
            help: "hatpin run writes run files there"
        )
    }

    /// A line for each run, with its counts.
    package var text: String {
        runs.map { name, run in
            var tally = Tally()
            for judgement in run.history.judgements { tally.count(judgement) }
            let end = run.history.summary == nil ? ", cut off" : ""
            let pairs = Prose.count(tally.total, "pair")
            return Shown.escaped("\(name)   \(pairs), \(tally.failures) not as expected\(end)")
                + "\n"
        }
        .joined()
    }

    /// Returns a line for each run and party with the case, and marks changes.
    ///
    /// - Throws: a `nothingSelected` failure if no run has the case.
    package func text(of word: String) throws(Failure) -> String {
        var last: [String: String] = [:]
        var text = ""
        for (name, run) in runs {
            for judgement in run.history.judgements where judgement.isMeant(by: word) {
                let before = last.updateValue(judgement.end, forKey: judgement.id)
                let mark = before == nil || before == judgement.end ? " " : "≠"
                text += Shown.escaped("\(mark) \(name)   \(judgement.id)   \(judgement.end)") + "\n"
            }
        }
        guard text.isEmpty else { return text }
        throw Failure(
            .nothingSelected,
            "no run has a case '\(Shown.escaped(word))'",
            help: "name a case as scenario@party or scenario"
        )
    }
}
