import PKIX
import Reports
import Runner

/// Takes what a run says and sees that it reaches the run file, the streams and the reports.
///
/// A failure of its own (a full disk, say) never costs a verdict: the rest goes on, and the run
/// ends with that failure's exit code.
struct Session: ~Copyable {
    private let settings: SessionSettings
    private var recorder: Recorder
    private var order = InOrder()
    private var output: any Reporter
    private var reports: [(file: ReportFile, reporter: any Reporter, text: String)]
    private var progress: Progress
    private var evidence: Evidence?
    private var file: RunFile?
    private var runFile: String?
    private var failures: [Failure] = []
    private let clock = ContinuousClock()
    private let origin: ContinuousClock.Instant

    init(_ settings: SessionSettings) {
        self.settings = settings
        recorder = Recorder(tool: Hatpin.tool, root: settings.root, started: settings.started)
        output = settings.format.reporter(settings.options)
        reports = settings.reports.map { ($0, $0.format.reporter(settings.options), "") }
        progress = Progress(settings.progress)
        origin = clock.now
    }

    // MARK: Events

    /// The run is about to begin; what cannot be written now ends it before anything is judged.
    mutating func start(_ plan: RunPlan) throws(Failure) {
        let record = recorder.plan(plan)
        let file = try createFile(record)
        runFile = file.path
        self.file = consume file
        evidence = try Evidence(settings, of: record)
        // Empty until the run is over: a file that cannot be written is told now.
        for report in reports { try Files.write([], to: report.file.path) }
        progress.start(pairs: plan.pairs, at: time)
        add(.plan(record))
    }

    /// A pair was taken up.
    mutating func begin(_ id: String) {
        progress.begin(id)
        tick()
    }

    /// A pair was judged.
    mutating func receive(_ judgement: Judgement) {
        var record = recorder.judgement(judgement)
        attempt { session throws(Failure) in
            do throws(Failure) {
                record.evidence = try session.evidence?.keep(judgement, record)
            } catch {
                // What is left of the disk is for the run file.
                session.evidence = nil
                throw error.adding("no more evidence is kept")
            }
        }
        appendToFile(.judgement(record))
        for record in order.add(record) { show(.judgement(record)) }
        progress.advance()
        tick()
    }

    /// The run is over; the result is the exit code.
    mutating func finish(_ summary: RunSummary, wasInterrupted: Bool) -> Exit {
        for record in order.flush() { show(.judgement(record)) }
        let record = recorder.summary(summary, wasInterrupted: wasInterrupted)
        attempt { session throws(Failure) in try session.finishFile(record) }
        show(.summary(record))
        for report in reports {
            attempt { _ throws(Failure) in
                try Files.write(Array(report.text.utf8), to: report.file.path)
            }
        }
        attempt { session throws(Failure) in
            try session.close(session.exit(wasInterrupted: wasInterrupted))
        }
        return exit(wasInterrupted: wasInterrupted)
    }

    /// Time went by; the progress line may be due.
    mutating func tick() {
        let text = progress.tick(at: time)
        if !text.isEmpty { try? StandardStream.error.write(text) }
    }

    /// The user has asked to stop, and what is running may take its time.
    mutating func answerInterruption() {
        let text = "stopping when what is running has ended; once more leaves at once\n"
        attempt { session throws(Failure) in try session.print(text, to: .error) }
    }

    // MARK: Where records go

    private mutating func add(_ record: RunRecord) {
        appendToFile(record)
        show(record)
    }

    private mutating func show(_ record: RunRecord) {
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
    }

    private func lost(_ error: RunFileError) -> Failure {
        Failure(.environment, "the run file is not whole: \(Shown.escaped(error.description))")
    }

    /// Runs something that may fail; the first failure of a kind is told at once, and the run goes
    /// on.
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

    // MARK: Ends

    private func exit(wasInterrupted: Bool) -> Exit {
        let tally = recorder.tally
        var exits = failures.map(\.exit)
        if wasInterrupted { exits.append(.interrupted) }
        if tally[.harnessError] > 0 { exits.append(.environment) }
        if tally.failures > tally[.harnessError] { exits.append(.wrongVerdict) }
        if hasJudgedNothing { exits.append(.nothingSelected) }
        return .worst(exits)
    }

    /// Where nothing could have failed, the run is no success.
    private var hasJudgedNothing: Bool {
        recorder.tally.total == recorder.tally[.notApplicable] && !settings.allowsEmpty
    }

    /// Where everything is to be found, for whoever has to look at a failure.
    private mutating func close(_ exit: Exit) throws(Failure) {
        if exit == .nothingSelected {
            throw Failure(
                exit,
                "no party can express what was selected, so nothing was judged",
                help: "--allow-empty makes that no error"
            )
        }
        guard exit != .success || settings.options.verbosity == .verbose else {
            let clearing = progress.clear()
            if !clearing.isEmpty { try StandardStream.error.write(clearing) }
            return
        }
        var parts = ["exit \(exit.rawValue)"] + reports.map { "report \($0.file.path)" }
        if let runFile { parts.append("run file \(runFile)") }
        try print(
            Shown.escaped(parts.joined(separator: " · ")) + "\n",
            to: settings.format.isForPrograms ? .error : .output
        )
    }

    private var time: Duration { clock.now - origin }

    /// `.hatpin/runs/20261121-0942-7f3a.ndjson`; runs that begin within one minute get a number.
    private func createFile(_ plan: PlanRecord) throws(Failure) -> RunFile {
        let folder = StateFolder.runs
        try Files.makeFolder(folder)
        let name = "\(settings.started.compact)-\(plan.hash.prefix(4))"
        for number in 1...1_000 {
            let unique = number == 1 ? "\(name).ndjson" : "\(name)-\(number).ndjson"
            let file: RunFile
            do {
                file = try RunFile(creating: "\(folder)/\(unique)")
            } catch {
                guard !error.isBecauseFileExists else { continue }
                throw Failure(.environment, "cannot \(Shown.escaped(error.description))")
            }
            try Files.link(StateFolder.lastRun, to: "runs/\(unique)")
            return file
        }
        throw Failure(.environment, "\(folder) holds too many run files of this minute")
    }
}

extension Instant {
    /// `20261121-0942`.
    fileprivate var compact: String {
        let digits = description.filter(\.isNumber)
        return digits.prefix(8) + "-" + digits.dropFirst(8).prefix(4)
    }
}
