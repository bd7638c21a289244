import FuzzReports
import Reports
import Runner
import Subprocess
import Surroundings
import SystemPackage

/// The fuzzing of one target, from what an earlier run has left to a merged corpus.
struct FuzzTurn {
    let process: TargetProcess
    let jobs: Int
    let limits: FuzzLimits
    let console: FuzzConsole
    private var triage: Triage
    private var plateau: Plateau
    private var statistics = FuzzStatistics()
    private let start = ContinuousClock.now

    init(
        _ process: TargetProcess,
        jobs: Int,
        limits: FuzzLimits,
        findings: FindingsFolder,
        console: FuzzConsole
    ) {
        (self.process, self.jobs, self.limits, self.console) = (process, jobs, limits, console)
        triage = Triage(process: process, findings: findings)
        plateau = Plateau(patience: limits.plateau, start: .zero)
    }

    private var folders: FuzzFolders { process.folders }

    /// Fuzzes for so long; what comes before and after takes its own time.
    ///
    /// A failure is written to standard error, and ends this turn only.
    mutating func run(for span: Duration) async -> FuzzResult {
        do {
            return try await perform(for: span)
        } catch {
            let failure =
                error as? Failure
                ?? Failure(
                    .environment,
                    "\(folders.target) fails: \(Shown.escaped(String(describing: error)))"
                )
            console.say(String(failure.text.dropLast()))
            return result(.failed, coverage: 0)
        }
    }

    private mutating func perform(for span: Duration) async throws -> FuzzResult {
        for folder in [folders.jobs, folders.artifacts] { try Files.makeFolder(folder) }
        let lock = try FileLock(
            folders.lock,
            held: "\(folders.target) is being fuzzed already with this corpus"
        )
        defer { withExtendedLifetime(lock) {} }
        try await takeUp()
        guard try await replay() else {
            try await triage.finish(atMost: FuzzLimits.waiting)
            return result(.committedInput, coverage: 0)
        }
        let before = try Files.entries(of: folders.corpus).count
        let (end, ledger) = try await fuzz(for: span)
        _ = try LeftBehind.takeUp(folders)
        statistics.newUnits = try max(0, Files.entries(of: folders.corpus).count - before)
        try await triage.finish(atMost: FuzzLimits.waiting)
        try await Minimising(process: process, findings: triage.findings).perform()
        try await merge()
        return result(end, coverage: ledger.coverage)
    }

    private func result(_ end: FuzzEnd, coverage: Int) -> FuzzResult {
        FuzzResult(
            target: folders.target,
            end: end,
            statistics: statistics,
            coverage: coverage,
            findings: triage.seen.map { name, count in
                FuzzResult.Finding(
                    folder: triage.findings.folder(of: name),
                    count: count,
                    isNew: triage.new.contains(name)
                )
            },
            dropped: triage.dropped
        )
    }

    private func tell(_ news: FuzzNews) { console.say(news.text(of: folders.target)) }

    // MARK: Before

    /// Goes on where an earlier run was killed.
    private mutating func takeUp() async throws {
        if Environment.exists(folders.replaced), !Environment.exists(folders.corpus) {
            try Disk.move(folders.replaced, to: folders.corpus)
        }
        try Files.makeFolder(folders.corpus)
        let saved = try LeftBehind.takeUp(folders)
        if saved > 0 {
            tell(.takenUp(inputs: saved))
        }
        for folder in [folders.merged, folders.replaced] { try Files.removeTree(folder) }
        try await triage.finish(atMost: FuzzLimits.waiting)
        let free = try Disk.free(at: folders.corpus)
        guard free >= FuzzLimits.leastFree else {
            throw Failure(
                .environment,
                "only \(free >> 20) MB are free at \(Shown.escaped(folders.corpus))",
                help: "fuzzing needs \(FuzzLimits.leastFree >> 20); --corpus takes another folder"
            )
        }
    }

    /// Runs the committed inputs.
    ///
    /// - Returns: whether none of them breaks the property.
    private func replay() async throws -> Bool {
        let ending = try await process.replay(folders.committed)
        let lines = ending.output.split(separator: "\n")
        if !ending.isSuccess, try Files.entries(of: folders.artifacts).isEmpty {
            throw Failure(
                .environment,
                "\(folders.target) has failed without an input: \(ending.status)",
                help: lines.suffix(5).map { Shown.escaped(String($0)) }.joined(
                    separator: "\n        "
                )
            )
        }
        let counters = lines.compactMap { line -> Int? in
            guard case .counters(let count)? = FuzzerLine(line) else { return nil }
            return count
        }.max()
        // Losing coverage is silent otherwise: uninstrumented builds count a dozen at most.
        guard let counters, counters >= 200 else {
            throw Failure(
                .environment,
                "\(folders.target) has \(counters ?? 0) coverage counters: it is not instrumented",
                help: "script/fuzz builds it, with the flags that it needs"
            )
        }
        return ending.isSuccess
    }

    // MARK: Fuzzing

    private mutating func fuzz(for span: Duration) async throws -> (FuzzEnd, JobLedger) {
        let begin = ContinuousClock.now
        let output = ForkOutput()
        plateau = Plateau(patience: limits.plateau, start: begin - start)
        let ended = try await Subprocess.run(
            .path(FilePath(folders.binary)),
            arguments: Arguments(process.fuzzing(jobs: jobs, atMost: span + .seconds(60))),
            environment: process.environment(isForReaders: false),
            platformOptions: .ownGroup,
            input: .none,
            output: .discarded,
            error: .sequence
        ) { execution in
            async let reading: Void = output.read(execution.standardError)
            let end: FuzzEnd
            do {
                // The group is killed because jobs outlive their parent. If libFuzzer has ended by
                // itself, there is no group and the failure says nothing.
                defer { try? execution.send(signal: .kill, toProcessGroup: true) }
                end = try await watch(output, from: begin, until: begin + span)
            }
            try await reading
            return end
        }
        let ledger = output.ledger()
        note(ledger, since: begin)
        if ended.closureResult == .byItself, !hasRunLimit {
            throw Failure(
                .environment,
                "libFuzzer has ended before its time: \(ended.terminationStatus)",
                help: output.last.suffix(5).map(Shown.escaped).joined(separator: "\n        ")
            )
        }
        return (ended.closureResult, ledger)
    }

    private var hasRunLimit: Bool { process.options.contains { $0.hasPrefix("-runs=") } }

    private mutating func note(_ ledger: JobLedger, since begin: ContinuousClock.Instant) {
        statistics.executions = ledger.executions
        statistics.elapsed = ContinuousClock.now - begin
        statistics.peakMemory = ledger.peakMemory
    }

    /// Tells findings apart and shows where things stand, until there is a reason to end.
    private mutating func watch(
        _ output: ForkOutput,
        from begin: ContinuousClock.Instant,
        until deadline: ContinuousClock.Instant
    ) async throws -> FuzzEnd {
        var tick = 0
        while true {
            try await Task.sleep(for: .milliseconds(250))
            tick += 1
            let ledger = output.ledger()
            note(ledger, since: begin)
            let now = ContinuousClock.now
            if plateau.note(coverage: ledger.coverage, at: now - start) {
                tell(.plateau(limits.plateau))
            }
            console.show(status(ledger, left: deadline - now))
            // Counting what is on the disk takes time where there are many files.
            var reason = try await reasonToEnd(output, deadline)
            if reason == nil, tick % 20 == 0 { reason = try diskReason() }
            if let reason {
                try await quieten(output)
                return reason
            }
        }
    }

    private func status(_ ledger: JobLedger, left: Duration) -> String {
        FuzzStatus(
            target: folders.target,
            statistics: statistics,
            corpus: ledger.corpus,
            coverage: ledger.coverage,
            findings: triage.seen.count,
            sinceGrowth: ContinuousClock.now - start - plateau.lastGrowth,
            left: left
        ).text
    }

    private mutating func reasonToEnd(
        _ output: ForkOutput,
        _ deadline: ContinuousClock.Instant
    ) async throws -> FuzzEnd? {
        if Interruption.isAsked { return .interrupted }
        if ContinuousClock.now >= deadline { return .time }
        if output.hasEnded { return .byItself }
        let waiting = try triage.list()
        if waiting > FuzzLimits.waiting { return .tooManyCrashes }
        // A few at a time, so that the line on the screen goes on.
        for _ in 0..<min(4, waiting) {
            if let name = try await triage.takeNext() {
                tell(.found(folder: triage.findings.folder(of: name)))
            }
        }
        return triage.reproduced >= limits.newFindings ? .newFindings(triage.reproduced) : nil
    }

    private func diskReason() throws -> FuzzEnd? {
        if try Disk.free(at: folders.corpus) < FuzzLimits.leastFree { return .diskFull }
        let used = Disk.used(by: folders.corpus) + Disk.used(by: folders.work)
        return used > limits.disk ? .diskLimit(megabytes: limits.disk >> 20) : nil
    }

    /// Lets the jobs say their final word, as far as they do soon.
    private func quieten(_ output: ForkOutput) async throws {
        try output.stop()
        for _ in 0..<100 where !output.hasEnded && !output.isQuiet {
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    // MARK: After

    /// Replaces the corpus by the fewest inputs that reach as much.
    private func merge() async throws {
        let before = try Files.entries(of: folders.corpus).count
        guard before > 0 else { return }
        try Files.makeFolder(folders.merged)
        let ending = try await process.merge(into: folders.merged)
        let after = try Files.entries(of: folders.merged).count
        guard ending.isSuccess, after > 0 else {
            tell(.corpusKept)
            return try Files.removeTree(folders.merged)
        }
        // If the process is killed between these moves, the next run restores the old corpus.
        try Disk.move(folders.corpus, to: folders.replaced)
        try Disk.move(folders.merged, to: folders.corpus)
        try Files.removeTree(folders.replaced)
        tell(.corpusMerged(before: before, after: after))
    }
}
