import Basics
import Reports
import Subprocess
import Synchronization
import SystemPackage

/// The jobs of one target, which share a corpus: each job reads the inputs that the other jobs add.
final class FuzzJobs: Sendable {
    private struct State {
        var ledger = JobLedger()
        var running: Int
        var isStopping = false
        /// The folders to start from, until an input in these folders breaks the target.
        var seeds: [String]
    }

    private let process: TargetProcess
    private let kinds: [JobKind]
    private let state: Mutex<State>

    /// Creates a job of each of these kinds, starting from the corpus and these folders.
    init(_ process: TargetProcess, _ kinds: [JobKind], from seeds: [String]) {
        (self.process, self.kinds) = (process, kinds)
        state = Mutex(State(running: kinds.count, seeds: seeds))
    }

    /// The work so far.
    var ledger: JobLedger { state.withLock(\.ledger) }

    /// Whether no job is running any more.
    var haveEnded: Bool { state.withLock { $0.running == 0 } }

    private var isStopping: Bool { state.withLock(\.isStopping) }

    /// Asks all jobs to exit.
    func stop() { state.withLock { $0.isStopping = true } }

    /// Runs the jobs until they are asked to exit, or have exited by themselves.
    ///
    /// - Parameter span: the time after which libFuzzer exits by itself, in case this process is
    ///   killed.
    /// - Throws: if a program does not start, or exits repeatedly without an input that breaks the
    ///   target.
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
                // A restarted process would fail on the same seed again.
                if ending.hasArtifact, !ending.hasBegun { $0.seeds = [] }
            }
            if isStopping || ending.status.isSuccess && process.hasRunLimit { return }
            failures = ending.hasArtifact ? 0 : failures + 1
            // The system may have killed a job that used too much memory.
            guard failures < 3, !ending.status.isSuccess else {
                throw Failure(
                    .environment,
                    "libFuzzer exited early: \(ending.status)",
                    help: ending.last.suffix(5).map(Shown.escaped).joined(separator: "\n        ")
                )
            }
        }
    }

    /// How one process of a job exited.
    private struct Ending {
        let status: TerminationStatus
        let hasArtifact: Bool
        /// Whether the process had run all inputs that it started from.
        let hasBegun: Bool
        /// The last lines of the process, enough for a report on a fault.
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

    /// Ends a process when all jobs must exit, or when this task is cancelled.
    private func stop(
        _ execution: Execution<some InputProtocol, some OutputProtocol, some OutputProtocol>
    ) async {
        do {
            while !isStopping { try await Task.sleep(for: .milliseconds(100)) }
            // The signal makes the process finish its input and print its statistics.
            try execution.send(signal: .userDefinedOne)
            try await Task.sleep(for: .seconds(10))
        } catch {}
        execution.killGroup()
    }

    /// Processes the output of a job's process.
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
