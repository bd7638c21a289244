import Basics
import Reports
import Runner

/// Fuzzes one target: continues from the corpus of earlier runs, and ends with a merged corpus.
struct TargetFuzzing {
    let process: TargetProcess
    let jobs: Int
    let limits: FuzzLimits
    let console: FuzzConsole
    private var triage: Triage
    private var plateau: Plateau
    private var work = FuzzWork()
    /// Folders with further inputs to start from, until the corpus contains these inputs.
    private var seeds: [String]
    private let start = ContinuousClock.now
    /// The time for which jobs run, over all rounds.
    private var span = Duration.zero

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
        seeds = process.folders.seeds
    }

    private var folders: FuzzFolders { process.folders }

    /// Fuzzes for this time, plus the time for preparation and merging.
    ///
    /// A failure is written to standard error, and only ends the fuzzing of this target.
    mutating func run(for span: Duration) async -> FuzzResult {
        self.span = span
        do {
            return try await perform()
        } catch {
            let failure =
                error as? Failure
                ?? Failure(
                    .environment,
                    "\(folders.target) fails: \(Shown.escaped(String(describing: error)))"
                )
            console.say(String(failure.text.dropLast()))
            return result(.failed)
        }
    }

    private mutating func perform() async throws -> FuzzResult {
        for folder in [folders.jobs, folders.artifacts, folders.reports] {
            try Files.makeFolder(folder)
        }
        let lock = try FileLock(
            folders.lock,
            held: "\(folders.target) is being fuzzed already with this corpus"
        )
        defer { withExtendedLifetime(lock) {} }
        try await recover()
        guard try await replay() else {
            try await finishTriage()
            return result(.committedInput)
        }
        plateau = Plateau(patience: limits.plateau, start: ContinuousClock.now - start)
        var end = FuzzEnd.time
        let rounds = max(1, Int((span / FuzzLimits.round).rounded(.up)))
        for round in 0..<rounds where end == .time {
            let left = max(.seconds(1), span - work.statistics.elapsed)
            end = try await fuzzRound(for: left / (rounds - round))
        }
        try await Minimising(process: process, findings: triage.findings).perform()
        return result(end)
    }

    /// Fuzzes from the corpus on disk until a merged corpus replaces it.
    private mutating func fuzzRound(for span: Duration) async throws -> FuzzEnd {
        do {
            let before = try Files.entries(of: folders.corpus).count
            try LiveCorpus(folders).begin(room: limits.disk)
            let end = try await fuzz(for: span)
            _ = try Leftovers.recover(folders)
            work.statistics.newUnits += try max(0, Files.entries(of: folders.corpus).count - before)
            try await merge()
            // Some inputs run with the sanitizer for the first time during a merge.
            try await finishTriage()
            return end
        } catch {
            // Inputs and findings up to the failure are kept and reported, as far as the failure
            // allows.
            _ = try? Leftovers.recover(folders)
            try? await finishTriage()
            throw error
        }
    }

    private func result(_ end: FuzzEnd) -> FuzzResult {
        var kinds = work.kinds
        for kind in kinds.keys { kinds[kind]?.findings = triage.seenBy[kind]?.count ?? 0 }
        return FuzzResult(
            target: folders.target,
            end: end,
            statistics: work.statistics,
            kinds: kinds,
            coverage: work.coverage,
            crashes: triage.seen.map { name, count in
                FuzzResult.Crash(
                    folder: triage.findings.folder(of: name),
                    count: count,
                    isNew: triage.new.contains(name)
                )
            },
            dropped: triage.dropped
        )
    }

    private mutating func finishTriage() async throws {
        let left = try await triage.finish(atMost: FuzzLimits.waiting)
        if left > 0 { tell(.waiting(inputs: left)) }
    }

    private func tell(_ news: FuzzNews) { console.say(news.text(of: folders.target)) }

    // MARK: Preparation

    /// Continues after an earlier run that was killed.
    private mutating func recover() async throws {
        if Files.exists(folders.replaced), !Files.exists(folders.corpus) {
            try Files.move(folders.replaced, to: folders.corpus)
        }
        try Files.makeFolder(folders.corpus)
        let saved = try Leftovers.recover(folders)
        if saved > 0 {
            tell(.takenUp(inputs: saved))
        }
        for rest in [folders.merged, folders.replaced, folders.part] { try Files.removeTree(rest) }
        try await finishTriage()
        let free = try Disk.free(at: folders.corpus)
        guard free >= FuzzLimits.leastFree else {
            throw Failure(
                .environment,
                "only \(free >> 20) MB are free at \(Shown.escaped(folders.corpus))",
                help:
                    "fuzzing needs \(FuzzLimits.leastFree >> 20); choose another folder with --corpus"
            )
        }
    }

    /// Runs the committed inputs.
    ///
    /// - Returns: false if a committed input breaks the property.
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
        // Missing coverage would otherwise go unnoticed: builds without instrumentation have a
        // dozen counters at most.
        guard let counters, counters >= 200 else {
            throw Failure(
                .environment,
                "\(folders.target) has \(counters ?? 0) coverage counters: it is not instrumented",
                help: "build it with script/fuzz, which sets the needed flags"
            )
        }
        return ending.isSuccess
    }

    // MARK: Fuzzing

    /// The kinds of jobs that run at the same time, and the time for which they run.
    private typealias Stage = (kinds: [JobKind], span: Duration)

    /// Returns the stages of a round.
    ///
    /// One job runs with the sanitizer, and all other jobs run without it. If all programs have a
    /// sanitizer, or none has, all jobs run the same program.
    ///
    /// A single job runs nine tenths of the time without the sanitizer, and then runs the same
    /// inputs with it.
    private func stages(of span: Duration) -> [Stage] {
        guard let fast = folders.fastBinary else {
            return [(Array(repeating: .sanitized, count: jobs), span)]
        }
        guard fast != folders.binary else {
            return [(Array(repeating: .fast, count: jobs), span)]
        }
        guard jobs > 1 else { return [([.fast], span * 9 / 10), ([.sanitized], span / 10)] }
        return [([.sanitized] + Array(repeating: .fast, count: jobs - 1), span)]
    }

    private mutating func fuzz(for span: Duration) async throws -> FuzzEnd {
        for stage in stages(of: span) {
            let end = try await fuzz(stage)
            if end != .time { return end }
        }
        return .time
    }

    private mutating func fuzz(_ stage: Stage) async throws -> FuzzEnd {
        let begin = ContinuousClock.now
        let earlier = work
        let running = FuzzJobs(process, stage.kinds, from: seeds)
        async let jobs: Void = running.run(atMost: stage.span + .seconds(60))
        let end = try await watch(running, from: begin, until: begin + stage.span, after: earlier)
        running.stop()
        try await jobs
        work = earlier.adding(running.ledger, ContinuousClock.now - begin)
        return end
    }

    /// Sorts findings and shows the state until there is a reason to stop.
    private mutating func watch(
        _ running: FuzzJobs,
        from begin: ContinuousClock.Instant,
        until deadline: ContinuousClock.Instant,
        after earlier: FuzzWork
    ) async throws -> FuzzEnd {
        var (tick, checkpoint) = (0, begin)
        while true {
            try await Task.sleep(for: .milliseconds(250))
            tick += 1
            let (ledger, now) = (running.ledger, ContinuousClock.now)
            work = earlier.adding(ledger, now - begin)
            if plateau.note(coverage: work.coverage, at: now - start) {
                tell(.plateau(limits.plateau))
            }
            console.show(status(ledger))
            if now - checkpoint >= FuzzLimits.checkpoint {
                try LiveCorpus(folders).checkpoint()
                checkpoint = now
            }
            if let reason = try await reasonToEnd(running, deadline) { return reason }
            // Measuring disk use takes time if there are many files.
            if tick % 20 == 0, let reason = try diskReason() { return reason }
        }
    }

    private func status(_ ledger: JobLedger) -> String {
        FuzzStatus(
            target: folders.target,
            statistics: work.statistics,
            corpus: ledger.corpus,
            coverage: work.coverage,
            findings: triage.seen.count,
            sinceGrowth: ContinuousClock.now - start - plateau.lastGrowth,
            left: span - work.statistics.elapsed
        ).text
    }

    private mutating func reasonToEnd(
        _ running: FuzzJobs,
        _ deadline: ContinuousClock.Instant
    ) async throws -> FuzzEnd? {
        if Interruption.isAsked { return .interrupted }
        if ContinuousClock.now >= deadline { return .time }
        if running.haveEnded { return .byItself }
        let waiting = try triage.list()
        if waiting > FuzzLimits.waiting { return .tooManyCrashes }
        // Only a few inputs are sorted at a time, so that the progress line is updated.
        for _ in 0..<min(4, waiting) {
            if let name = try await triage.takeNext() {
                tell(.found(folder: triage.findings.folder(of: name)))
            }
        }
        return triage.reproduced >= limits.newFindings ? .newFindings(triage.reproduced) : nil
    }

    private func diskReason() throws -> FuzzEnd? {
        for folder in Set([folders.corpus, folders.live])
        where try Disk.free(at: folder) < FuzzLimits.leastFree {
            return .diskFull(of: Files.resolved(folder))
        }
        // The corpus in memory contains everything that is or will be on disk.
        let used = max(Disk.used(by: folders.corpus), Disk.used(by: folders.memory + "/"))
            .addingSaturated(Disk.used(by: folders.work))
        return used > limits.disk ? .diskLimit(megabytes: limits.disk >> 20) : nil
    }

    // MARK: Merging

    /// Replaces the corpus by small inputs with the same coverage.
    private mutating func merge() async throws {
        let before = try Files.entries(of: folders.corpus).count
        guard before > 0 else { return }
        let used = Disk.used(by: folders.corpus)
        guard FuzzLimits.hasRoom(toMerge: used, free: try Disk.free(at: folders.corpus)) else {
            return tell(.corpusKept)
        }
        try Files.makeFolder(folders.merged)
        let ending = try await process.merge(into: folders.merged)
        let after = try Files.entries(of: folders.merged).count
        // libFuzzer does not notice a failed write.
        let isWhole = try Disk.free(at: folders.corpus) >= FuzzLimits.leastFree
        guard ending.isSuccess, after > 0, isWhole else {
            tell(.corpusKept)
            return try Files.removeTree(folders.merged)
        }
        // If the process is killed between these moves, the next run restores the old corpus.
        try Files.move(folders.corpus, to: folders.replaced)
        try Files.move(folders.merged, to: folders.corpus)
        try Files.removeTree(folders.replaced)
        seeds = []
        tell(.corpusMerged(before: before, after: after))
    }
}
