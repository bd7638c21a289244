import Basics
import Reports
import Subprocess
import Synchronization
import SystemPackage

/// The jobs of one target, which share a corpus: each takes up what the others add to it.
final class FuzzJobs: Sendable {
    private struct State {
        var ledger = JobLedger()
        var running: Int
        var isStopping = false
        /// The folders to begin from, until one of their inputs breaks the target.
        var seeds: [String]
    }

    private let process: TargetProcess
    private let kinds: [JobKind]
    private let state: Mutex<State>

    /// A job of each of these kinds, from the corpus and these folders.
    init(_ process: TargetProcess, _ kinds: [JobKind], from seeds: [String]) {
        (self.process, self.kinds) = (process, kinds)
        state = Mutex(State(running: kinds.count, seeds: seeds))
    }

    /// The work so far.
    var ledger: JobLedger { state.withLock(\.ledger) }

    /// Whether no job runs any more.
    var haveEnded: Bool { state.withLock { $0.running == 0 } }

    private var isStopping: Bool { state.withLock(\.isStopping) }

    /// Asks all jobs to end.
    func stop() { state.withLock { $0.isStopping = true } }

    /// Runs the jobs until they were asked to end, or have ended by themselves.
    ///
    /// - Parameter span: after which libFuzzer ends by itself, in case this process is killed.
    /// - Throws: a failure where a program does not start, or ends again and again without an input
    ///   that breaks it.
    func run(atMost span: Duration) async throws {
        try await withThrowingTaskGroup { group in
            for (number, kind) in kinds.enumerated() {
                group.addTask { try await self.run(Job(kind: kind, number: number), span) }
            }
            try await group.waitForAll()
        }
    }

    private func run(_ job: Job, _ span: Duration) async throws {
        defer { state.withLock { $0.running -= 1 } }
        var failures = 0
        while !isStopping {
            let ending = try await execute(job, span)
            state.withLock {
                $0.ledger.end(job)
                // Another process would not get past that seed either.
                if ending.hasArtifact, !ending.hasBegun { $0.seeds = [] }
            }
            if isStopping || ending.status.isSuccess && process.hasRunLimit { return }
            failures = ending.hasArtifact ? 0 : failures + 1
            // The system may have killed one, for its memory.
            guard failures < 3, !ending.status.isSuccess else {
                throw Failure(
                    .environment,
                    "libFuzzer has ended before its time: \(ending.status)",
                    help: ending.last.suffix(5).map(Shown.escaped).joined(separator: "\n        ")
                )
            }
        }
    }

    /// How one process of a job has ended.
    private struct Ending {
        let status: TerminationStatus
        let hasArtifact: Bool
        /// Whether it had run all inputs that it began from.
        let hasBegun: Bool
        /// Its last lines, enough for a report on a fault.
        let last: [String]
    }

    private func execute(_ job: Job, _ span: Duration) async throws -> Ending {
        let seeds = state.withLock(\.seeds)
        let ended = try await Subprocess.run(
            .path(FilePath(process.folders.program(job.kind))),
            arguments: Arguments(process.fuzzing(job.kind, from: seeds, atMost: span)),
            environment: process.environment(isForReaders: false),
            platformOptions: .ownGroup,
            input: .none,
            output: .discarded,
            error: .sequence
        ) { execution in
            async let _: Void = stop(execution)
            return try await read(execution.standardError, of: job)
        }
        let (hasArtifact, hasBegun, last) = ended.closureResult
        return Ending(
            status: ended.terminationStatus,
            hasArtifact: hasArtifact,
            hasBegun: hasBegun,
            last: last
        )
    }

    /// Ends a process when all are to end, or when it is no longer waited for.
    private func stop(
        _ execution: Execution<some InputProtocol, some OutputProtocol, some OutputProtocol>
    ) async {
        do {
            while !isStopping { try await Task.sleep(for: .milliseconds(100)) }
            // It finishes its input, and says its final word.
            try execution.send(signal: .userDefinedOne)
            try await Task.sleep(for: .seconds(10))
        } catch {}
        execution.killGroup()
    }

    /// Takes in all that a process says.
    private func read(
        _ output: SubprocessOutputSequence,
        of job: Job
    ) async throws -> (hasArtifact: Bool, hasBegun: Bool, last: [String]) {
        var (hasArtifact, hasBegun) = (false, false)
        var last: [String] = []
        for try await line in output.strings(bufferingPolicy: .unbounded) {
            last = last.suffix(199) + [line]
            if line.hasPrefix("#"), line.contains("INITED") { hasBegun = true }
            guard let line = FuzzerLine(line) else { continue }
            if case .artifact(let path) = line {
                hasArtifact = true
                try process.folders.forget(artifact: path)
                try process.folders.keep(report: last, on: path)
            }
            state.withLock { $0.ledger.take(line, of: job) }
        }
        return (hasArtifact, hasBegun, last)
    }
}
