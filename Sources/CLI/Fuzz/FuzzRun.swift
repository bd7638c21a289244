import Surroundings
import Workers

/// The fuzzing of targets, one after another.
struct FuzzRun {
    private let options: TargetOptions
    private let processes: [TargetProcess]
    private let findings: FindingsFolder

    /// - Throws: usage, where a target is unknown; environment, where one is not built.
    init(_ options: TargetOptions, findings: FindingsFolder) throws {
        self.options = options
        self.findings = findings
        processes = try options.targets.map { target in
            let folders = try FuzzFolders(
                target: target,
                corpora: options.corpus,
                built: options.built
            )
            return TargetProcess(folders: folders, options: options.options)
        }
    }

    /// Does what was asked for, and says how it went.
    func perform() async throws -> Exit {
        if let input = options.replay, let process = processes.first {
            return try await replay(input, process)
        }
        return try await fuzz()
    }

    private func replay(_ input: String, _ process: TargetProcess) async throws -> Exit {
        // libFuzzer takes a file that is not there for nothing to do.
        _ = try Files.read(input)
        try Files.makeFolder(process.folders.artifacts)
        try Files.makeFolder(process.folders.jobs)
        let report = try await process.judge(input)
        try StandardStream.output.write(report.text)
        return report.bucket == nil ? .success : .wrongVerdict
    }

    private func fuzz() async throws -> Exit {
        Interruption.watch()
        let console = FuzzConsole(width: StandardStream.error.width)
        var left = Duration.seconds(options.time.seconds)
        var results: [(target: String, result: FuzzTurn.Result)] = []
        for (index, process) in processes.enumerated() where !Interruption.isAsked {
            let share = left / (processes.count - index)
            var turn = FuzzTurn(
                process,
                jobs: options.jobs ?? WorkerPool.cores,
                limits: limits,
                findings: findings,
                console: console
            )
            let result = await turn.run(for: max(.seconds(1), share))
            left -= result.statistics.elapsed
            console.say("\(process.folders.target): ended: \(result.end.text)")
            results.append((process.folders.target, result))
        }
        try StandardStream.output.write(FuzzSummary(results, findings: findings).text)
        return exit(results.map(\.result))
    }

    private var limits: FuzzLimits {
        FuzzLimits(
            newFindings: options.maxFindings,
            disk: options.maxDisk << 20,
            plateau: .seconds(options.plateau.seconds)
        )
    }

    private func exit(_ results: [FuzzTurn.Result]) -> Exit {
        if Interruption.isAsked { return .interrupted }
        if results.contains(where: { $0.end == .diskFull || $0.end == .failed }) {
            return .environment
        }
        return results.allSatisfy(\.triage.seen.isEmpty) ? .success : .wrongVerdict
    }
}
