import Basics
import Reports

/// The runs that a state folder keeps, and how a case ended in each.
package struct RunList: Sendable {
    private let runs: [(name: String, run: EarlierRun)]

    /// Reads the run files, the oldest first; links, and those that cannot be read, are left out.
    ///
    /// - Parameters:
    ///   - state: the folder that keeps them.
    ///   - since: the first that is listed, by its name or the beginning of that; nil for all.
    /// - Throws: nothing selected, where there is none; environment, where the first is none.
    package init(in state: StateFolder, since: String? = nil) throws(Failure) {
        let first = try since.map { name throws(Failure) in
            try EarlierRun(named: name, in: state, for: "--since").plan.started
        }
        let names = ((try? Files.entries(of: state.runs)) ?? []).filter { $0.hasSuffix(".ndjson") }
        runs = names.compactMap { name -> (name: String, run: EarlierRun)? in
            let path = "\(state.runs)/\(name)"
            guard Files.isRegular(path) else { return nil }
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
            help: "hatpin run leaves its file there"
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

    /// A line for each run and party that judged a case; a change is marked.
    ///
    /// - Throws: nothing selected, where no run has the case.
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
            help: "a case is scenario@party, or the scenario"
        )
    }
}
