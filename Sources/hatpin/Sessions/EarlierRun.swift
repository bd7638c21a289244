import Basics
import Reports
import Runner

/// An earlier run, read from its file.
package struct EarlierRun: Sendable {
    package let path: String
    package let history: RunHistory
    package let plan: PlanRecord

    /// The parties of the run that got a case; programs that were not installed got no case.
    package var parties: [String] {
        let judged = Dictionary(grouping: history.judgements, by: \.party)
        return plan.parties.filter { party in
            judged[party].map { !$0.allSatisfy { $0.outcome == .notApplicable } } ?? true
        }
    }

    /// Reads a run file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - state: the folder that the error message names.
    ///   - reader: the command or option that needs the run.
    /// - Throws: an `environment` failure if the file cannot be read or has no plan.
    package init(at path: String, in state: StateFolder, for reader: String) throws(Failure) {
        if path == state.lastRun { try state.requireHere(path, for: reader) }
        do throws(RunFileError) {
            self.path = path
            history = try RunHistory(RunFile.read(path), path: path)
            // Without a plan, the pairs without a verdict are unknown.
            guard let plan = history.plan else { throw .noPlan(path: path) }
            self.plan = plan
        } catch {
            throw Failure(
                .environment,
                "\(reader): \(Shown.escaped(error.description))",
                help: "run files are in \(Shown.escaped(state.runs))"
            )
        }
    }

    /// Reads the run that a word names: a file, or a run of the state folder by its name or a
    /// prefix; nil means the last run.
    ///
    /// - Throws: an `environment` failure if the file cannot be read or has no plan.
    package init(
        named name: String?,
        in state: StateFolder,
        for reader: String
    ) throws(Failure) {
        let path = name.map { Self.path(of: $0, in: state) ?? $0 } ?? state.lastRun
        try self.init(at: path, in: state, for: reader)
    }

    /// Returns the run file that a word names, or nil if no run or several runs match.
    package static func path(of name: String, in state: StateFolder) -> String? {
        if name.hasSuffix(".ndjson"), Files.exists(name) { return name }
        let runs = (try? Files.entries(of: state.runs)) ?? []
        let named = runs.filter { $0.hasSuffix(".ndjson") && $0.hasPrefix(name) && !name.isEmpty }
        let exact = named.filter { $0 == name + ".ndjson" || $0 == name }
        let found = exact.isEmpty ? named : exact
        return found.count == 1 ? found.first.map { "\(state.runs)/\($0)" } : nil
    }

    /// The same run, with the real path of its file if `path` is a link such as `last.ndjson`.
    ///
    /// A resumed run needs the real path, since evidence is next to the real file.
    package var resolved: EarlierRun {
        EarlierRun(path: Files.resolved(path), history: history, plan: plan)
    }

    init(path: String, history: RunHistory, plan: PlanRecord) {
        (self.path, self.history, self.plan) = (path, history, plan)
    }

    /// Returns the judgements of the run, for reports on changes.
    package func judgements(named name: String?) -> EarlierJudgements {
        EarlierJudgements(name: name ?? path, judgements: history.judgements)
    }

    /// All records of the run; an interrupted run gets a summary of its results.
    package var records: [RunRecord] {
        var tally = Tally()
        for judgement in history.judgements { tally.count(judgement) }
        let elapsed = history.judgements.reduce(0) { $0 + $1.elapsed }
        let cut = SummaryRecord(tally: tally, wasInterrupted: true, elapsed: elapsed)
        return [.plan(plan)] + history.judgements.map(RunRecord.judgement)
            + [.summary(history.summary ?? cut)]
    }
}
