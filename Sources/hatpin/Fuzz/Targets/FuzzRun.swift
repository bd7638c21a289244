import Basics
import Reports

/// The fuzzing of targets, one after another.
package struct FuzzRun {
    private let settings: FuzzSettings
    private let processes: [TargetProcess]
    private let findings: FindingsFolder

    /// Creates a run that writes its findings to this folder.
    ///
    /// - Throws: a `usage` failure for an unknown target; an `environment` failure if a target was
    ///   not built.
    package init(_ settings: FuzzSettings, findings: FindingsFolder) throws {
        self.settings = settings
        self.findings = findings
        processes = try settings.targets.map { target in
            let folders = try FuzzFolders(
                target: target,
                corpora: settings.corpus,
                built: settings.built,
                fast: settings.fast
            )
            return TargetProcess(folders: folders, options: settings.libFuzzerOptions)
        }
    }

    /// Fuzzes the targets, or replays an input, as the settings request; returns the outcome.
    ///
    /// - Throws: if a file cannot be read or written, or the program does not start.
    package func perform() async throws -> DriverOutcome {
        if let input = settings.replay, let process = processes.first {
            return try await replay(input, process)
        }
        return try await fuzz()
    }

    private func replay(_ input: String, _ process: TargetProcess) async throws -> DriverOutcome {
        // libFuzzer silently ignores a missing file.
        _ = try Files.read(input)
        try Files.makeFolder(process.folders.artifacts)
        try Files.makeFolder(process.folders.jobs)
        let report = try await process.judge(input).report
        try StandardStream.output.write(report.text)
        return report.bucket == nil ? .nothingFound : .found
    }

    private func fuzz() async throws -> DriverOutcome {
        Interruption.watch()
        try settings.pages.prepare()
        try findings.prepare()
        let console = FuzzConsole(width: StandardStream.error.width)
        var left = Duration.seconds(settings.time.seconds)
        var results: [FuzzResult] = []
        for (index, process) in processes.enumerated() where !Interruption.isAsked {
            let share = left / (processes.count - index)
            var fuzzing = TargetFuzzing(
                process,
                jobs: settings.jobs ?? WorkerPool.cores,
                limits: limits,
                findings: findings,
                console: console
            )
            let result = await fuzzing.run(for: max(.seconds(1), share))
            left -= result.statistics.elapsed
            console.say(FuzzNews.ended(result.end).text(of: result.target))
            results.append(result)
        }
        var total = FuzzStatistics()
        for result in results { total.add(result.statistics) }
        try StandardStream.output.write(FuzzSummary(results, total: total).text)
        let page = FuzzPage(results, total: total, faults: faults(of: results))
        try settings.pages.write(page.document)
        return outcome(results)
    }

    /// The reports of crashes, by folder; a crash whose folder no longer exists has no report.
    private func faults(of results: [FuzzResult]) -> [String: FoundFault] {
        let folders = results.flatMap(\.crashes).map(\.folder)
        let faults = folders.compactMap { folder -> (String, FoundFault)? in
            guard let bytes = try? Files.read("\(folder)/report.txt") else { return nil }
            return (folder, FoundFault(String(decoding: bytes, as: UTF8.self)))
        }
        return Dictionary(faults) { first, _ in first }
    }

    private var limits: FuzzLimits {
        FuzzLimits(
            newFindings: settings.maxFindings,
            disk: settings.maxDisk << 20,
            plateau: .seconds(settings.plateau.seconds)
        )
    }

    private func outcome(_ results: [FuzzResult]) -> DriverOutcome {
        if Interruption.isAsked { return .interrupted }
        if results.contains(where: \.end.isFailure) {
            return .failed
        }
        return results.allSatisfy(\.crashes.isEmpty) ? .nothingFound : .found
    }
}

extension FuzzStatistics {
    /// Adds the statistics of another target.
    mutating func add(_ other: FuzzStatistics) {
        executions = executions.addingSaturated(other.executions)
        elapsed += other.elapsed
        newUnits = newUnits.addingSaturated(other.newUnits)
        peakMemory = max(peakMemory, other.peakMemory)
    }
}
