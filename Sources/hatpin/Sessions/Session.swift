import Basics
import Reports
import Runner
import X509

/// Writes the events of a run to the run file, the streams and the reports.
///
/// A failure of the session itself, such as a full disk, never loses a verdict. The run continues,
/// and ends with the exit code of that failure.
package struct Session: ~Copyable {
    /// A report that is written to a file at the end of the run.
    private struct Report {
        let path: String
        var reporter: any Reporter
        var text = ""
        var isWritten = false
    }

    private let settings: SessionSettings
    private var recorder: Recorder
    private var order = InOrder(of: [])
    private var output: any Reporter
    private var reports: [Report]
    private var progress: Progress
    private var evidence: Evidence?
    private var file: RunFile?
    private var runFile: String?
    private var failures: [Failure] = []
    /// Whether failures are also annotated at their lines.
    ///
    /// Formats for programs must not contain annotations.
    private let isAnnotating: Bool
    private var issues: [Issue] = []
    /// The parties that failed.
    private var failing: Set<String> = []
    private var plan: PlanRecord?
    private let clock = ContinuousClock()
    private let origin: ContinuousClock.Instant

    package init(_ settings: SessionSettings) {
        self.settings = settings
        recorder = Recorder(
            tool: Tool.name,
            root: settings.root,
            options: settings.stated,
            started: settings.started
        )
        var options = settings.options
        options.certificates = Evidence.certificates
        output = settings.format.writer(options)
        reports = settings.reports.map {
            Report(path: $0.path, reporter: $0.format.writer(options))
        }
        progress = Progress(settings.progress)
        isAnnotating = Environment.isGitHub && !settings.format.isForPrograms
        origin = clock.now
    }

    // MARK: Events

    /// Starts the run.
    ///
    /// If an output cannot be written, the run ends before any case runs.
    mutating func start(_ plan: RunPlan) throws(Failure) {
        let earlier = settings.resumed?.history.judgements ?? []
        if let resumed = settings.resumed {
            try continueFile(of: resumed)
            try begin(resumed.plan)
        } else {
            var record = recorder.plan(plan)
            record.faultyFiles = settings.faultyFiles > 0 ? settings.faultyFiles : nil
            try createFile(of: record)
            appendToFile(.plan(record))
            try begin(record)
        }
        progress.start(pairs: plan.indices.count, at: time)
        order = InOrder(of: plan.indices + earlier.map(\.index))
        for judgement in earlier {
            recorder.count(judgement)
            for record in order.add(judgement) { show(.judgement(record)) }
        }
    }

    /// Writes the first record of the reports.
    private mutating func begin(_ plan: PlanRecord) throws(Failure) {
        // A report that cannot be written must fail now, not after the run.
        for report in settings.reports { try report.prepare() }
        self.plan = plan
        show(.plan(plan))
    }

    /// Shows a run whose records are already complete, and returns the exit code.
    package mutating func replay(
        _ plan: PlanRecord,
        _ judgements: [JudgementRecord],
        elapsed: Int
    ) throws(Failure) -> Exit {
        try createFile(of: plan)
        appendToFile(.plan(plan))
        try begin(plan)
        for judgement in judgements {
            recorder.count(judgement)
            appendToFile(.judgement(judgement))
            show(.judgement(judgement))
        }
        return finish(
            SummaryRecord(tally: recorder.tally, wasInterrupted: false, elapsed: elapsed)
        )
    }

    /// Records that a pair started.
    mutating func begin(_ id: String) {
        progress.begin(id)
        tick()
    }

    /// Records that a pair finished.
    mutating func receive(_ judgement: Judgement) {
        var record = recorder.judgement(judgement)
        if record.outcome.isFailure {
            record.chain?.add(settings.origins(judgement.scenario))
        }
        attempt { session throws(Failure) in
            do throws(Failure) {
                record.evidence = try session.evidence?.keep(judgement, record)
            } catch {
                // Evidence is no longer kept, because the rest of the disk is needed for the run
                // file.
                session.evidence = nil
                throw error.adding("no more evidence is kept")
            }
        }
        appendToFile(.judgement(record))
        for record in order.add(record) { show(.judgement(record)) }
        progress.advance()
        tick()
    }

    /// Ends the run, and returns the exit code.
    mutating func finish(_ summary: RunSummary, wasInterrupted: Bool) -> Exit {
        for record in order.flush() { show(.judgement(record)) }
        return finish(recorder.summary(summary, wasInterrupted: wasInterrupted))
    }

    private mutating func finish(_ record: SummaryRecord) -> Exit {
        attempt { session throws(Failure) in try session.finishFile(record) }
        show(.summary(record))
        for index in reports.indices {
            attempt { session throws(Failure) in
                let report = session.reports[index]
                try OutputFile.write(report.text, to: report.path)
                session.reports[index].isWritten = true
            }
        }
        let wasInterrupted = record.wasInterrupted
        attempt { session throws(Failure) in
            try StandardStream.output.annotate(session.issues)
        }
        attempt { session throws(Failure) in
            try session.close(session.exit(wasInterrupted: wasInterrupted))
        }
        return exit(wasInterrupted: wasInterrupted)
    }

    /// Updates the progress line if enough time has passed since the last update.
    mutating func tick() {
        let text = progress.tick(at: time)
        if !text.isEmpty { try? StandardStream.error.write(text) }
    }

    /// Reports that the user asked to stop, since running cases may take a while.
    mutating func answerInterruption() {
        let text = "stopping after the running cases; interrupt again to exit at once\n"
        attempt { session throws(Failure) in try session.print(text, to: .error) }
    }

    // MARK: Destinations of records

    private mutating func show(_ record: RunRecord) {
        if case .judgement(let judgement) = record, judgement.outcome.isFailure {
            failing.insert(judgement.party)
        }
        if isAnnotating, case .judgement(let judgement) = record,
            let issue = Issue(failure: judgement, in: plan)
        {
            issues.append(issue)
        }
        for index in reports.indices {
            reports[index].text += reports[index].reporter.receive(record)
        }
        let text = output.receive(record)
        guard !text.isEmpty else { return }
        attempt { session throws(Failure) in try session.print(text) }
    }

    private mutating func print(_ text: String, to stream: StandardStream = .output) throws(Failure)
    {
        let clearing = progress.clear()
        if !clearing.isEmpty { try StandardStream.error.write(clearing) }
        try stream.write(text)
    }

    private mutating func appendToFile(_ record: RunRecord) {
        attempt { session throws(Failure) in
            do throws(RunFileError) {
                try session.file?.append(record)
            } catch {
                throw session.lost(error)
            }
        }
    }

    private mutating func finishFile(_ summary: SummaryRecord) throws(Failure) {
        do throws(RunFileError) {
            try file?.finish(summary)
        } catch {
            throw lost(error)
        }
        guard let runFile else { return }
        try settings.state.setLast(runFile)
        settings.state.prune(keeping: settings.keptRuns)
    }

    private mutating func createFile(of plan: PlanRecord) throws(Failure) {
        let file: RunFile
        do throws(Failure) {
            file = try settings.state.createRunFile(of: plan)
        } catch {
            guard settings.needsState else { return }
            throw error.adding(
                "set --state to another folder, or keep no files: --keep never --format ndjson"
            )
        }
        keep(consume file, of: plan)
    }

    /// Opens the file of a resumed run to append lines.
    private mutating func continueFile(of run: EarlierRun) throws(Failure) {
        do throws(RunFileError) {
            keep(try RunFile(continuing: run.path), of: run.plan)
        } catch {
            throw Failure(.environment, "cannot continue: \(Shown.escaped(error.description))")
        }
    }

    private mutating func keep(_ file: consuming RunFile, of plan: PlanRecord) {
        runFile = file.path
        evidence = Evidence(settings, of: plan, in: StateFolder.evidence(besides: file.path))
        self.file = consume file
    }

    private func lost(_ error: RunFileError) -> Failure {
        Failure(.environment, "the run file is incomplete: \(Shown.escaped(error.description))")
    }

    /// Performs an operation that may fail.
    ///
    /// The first failure of a kind is reported at once, and the run continues.
    private mutating func attempt(_ body: (inout Session) throws(Failure) -> Void) {
        do throws(Failure) {
            try body(&self)
        } catch {
            guard !failures.contains(error) else { return }
            failures.append(error)
            let clearing = progress.clear()
            try? StandardStream.error.write(clearing + error.text)
        }
    }

    // MARK: Ending

    private func exit(wasInterrupted: Bool) -> Exit {
        let tally = recorder.tally
        var exits = failures.map(\.exit)
        if wasInterrupted { exits.append(.interrupted) }
        if tally[.harnessError] > 0 { exits.append(.environment) }
        if tally.failures > tally[.harnessError] { exits.append(.wrongVerdict) }
        if hasJudgedNothing { exits.append(.nothingSelected) }
        return .worst(exits)
    }

    /// Whether the run fails because it judged no case; a shard may judge no case.
    private var hasJudgedNothing: Bool {
        recorder.tally.total == recorder.tally[.notApplicable] + recorder.tally[.notDelivered]
            && !settings.allowsEmpty && plan?.shard == nil
    }

    /// Reports the paths of the reports and of the run file.
    private mutating func close(_ exit: Exit) throws(Failure) {
        if exit == .nothingSelected {
            throw Failure(
                .nothingSelected,
                "none of the selected cases applies to the parties, so nothing was tested",
                help: "add --allow-empty to accept that"
            )
        }
        guard exit != .success || settings.options.verbosity == .verbose else {
            let clearing = progress.clear()
            if !clearing.isEmpty { try StandardStream.error.write(clearing) }
            return
        }
        let written = reports.filter(\.isWritten)
        var parts = ["exit \(exit.rawValue)"] + written.map { "report \($0.path)" }
        if let runFile { parts.append("run file \(runFile)") }
        if exit == .wrongVerdict, let libraries { parts.append(libraries) }
        try print(
            Shown.escaped(parts.joined(separator: " · ")) + "\n",
            to: settings.format.isForPrograms ? .error : .output
        )
    }

    /// The hint that a program's failures may come from its library, or nil if another party
    /// failed, too.
    private var libraries: String? {
        guard !failing.isEmpty, failing.isSubset(of: settings.comparable) else { return nil }
        let names = failing.sorted().map(Prose.shellQuoted).joined(separator: " ")
        return "failures of a program may come from its TLS library; to see which: "
            + "hatpin audit \(names)"
    }

    private var time: Duration { clock.now - origin }
}
