import Basics
import Reports
import Subprocess
import SystemPackage

/// Calls a target's program.
struct TargetProcess: Sendable {
    let folders: FuzzFolders
    /// libFuzzer's options that the user gave; they go after ours, and the last one counts.
    let options: [String]

    /// How a call has ended.
    struct Ending: Sendable {
        let status: TerminationStatus
        let output: String

        var isSuccess: Bool { status.isSuccess }

        /// How the program has ended, in words; nil where it has done what it was to do.
        var failure: String? {
            switch status {
            case .exited(0): nil
            case .exited(let code): "exit code \(code)"
            case .signaled(let number): "signal \(number)"
            }
        }
    }

    /// The limits of every execution.
    private static let limits = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=1024"]

    /// Runs inputs, or all inputs of folders, once each.
    func replay(_ paths: [String]) async throws -> Ending {
        try await call(Self.limits + options + ["-runs=0", artifacts] + paths)
    }

    /// Runs one input, and says what became of it: with the sanitizer, whose reports have more of the
    /// places, or without where only that breaks.
    ///
    /// - Returns: the report, and the kind of the program that it is from.
    func judge(_ input: String) async throws -> (report: FuzzerReport, kind: JobKind) {
        let report = try await judge(input, by: .sanitized)
        guard report.bucket == nil, folders.fastBinary != nil else { return (report, .sanitized) }
        return (try await judge(input, by: .fast), .fast)
    }

    private func judge(_ input: String, by kind: JobKind) async throws -> FuzzerReport {
        let ending = try await call(
            Self.limits + options + [artifacts, input],
            by: folders.program(kind)
        )
        return FuzzerReport(
            // A machine that only runs targets may have no compiler; names stay as they are.
            (try? await Demangler.demangled(ending.output)) ?? ending.output,
            root: Environment.workingDirectory,
            failure: ending.failure
        )
    }

    /// Makes an input that breaks the target smaller, as far as it goes.
    ///
    /// libFuzzer alone has no limit for all of its attempts together, and each that succeeds is
    /// followed by the next.
    ///
    /// - Parameters:
    ///   - input: the file of the input.
    ///   - kind: of the program that breaks.
    ///   - output: the file of the smallest so far, which is not there until one was found.
    ///   - patience: how long one attempt may take, in seconds.
    ///   - limit: the time of all attempts; a user who interrupts ends them, too.
    /// - Throws: a failure where the program does not start.
    func minimise(
        _ input: String,
        by kind: JobKind,
        to output: String,
        patience: Int,
        atMost limit: Duration
    ) async throws {
        let arguments =
            Self.limits + options + [
                "-minimize_crash=1", "-max_total_time=\(patience)",
                "-exact_artifact_path=\(output)", input,
            ]
        let deadline = ContinuousClock.now + limit
        _ = try await Subprocess.run(
            .path(FilePath(folders.program(kind))),
            arguments: Arguments(arguments),
            environment: environment(),
            platformOptions: .ownGroup,
            input: .none,
            output: .discarded,
            error: .sequence
        ) { execution in
            async let _: Void = {
                while !Interruption.isAsked, ContinuousClock.now < deadline,
                    (try? await Task.sleep(for: .milliseconds(100))) != nil
                {}
                execution.killGroup()
            }()
            for try await _ in execution.standardError {}
        }
    }

    /// Writes inputs of corpus and seeds that reach what all of them reach to a folder: the smallest
    /// first, and of the others those that reach more.
    func merge(into folder: String) async throws -> Ending {
        try await call(
            Self.limits + options + [
                "-merge=1", artifacts, folder, folders.corpus,
            ] + folders.seeds
        )
    }

    /// The arguments of a job that goes on until it is ended, or until an input ends it.
    ///
    /// - Parameters:
    ///   - kind: of its program.
    ///   - seeds: folders to begin from, besides the corpus.
    ///   - span: after which it ends by itself, in case this process is killed.
    /// - Returns: options and folders, in libFuzzer's order.
    func fuzzing(_ kind: JobKind, from seeds: [String], atMost span: Duration) -> [String] {
        let dictionary = folders.dictionary.map { ["-dict=\($0)"] } ?? []
        // Mutants of quick inputs first, twice as many in the same time; jobs with the sanitizer go
        // by what is rare alone, so that slow inputs have their share.
        var schedule = kind == .fast ? ["-entropic_scale_per_exec_time=1"] : []
        // Blocks without how often they run: a third more from a corpus of an eighth of the size. Other
        // targets take longer so to find faults after loops.
        if kind == .fast, folders.isDecoder { schedule.append("-use_counters=0") }
        // Smaller inputs for those there are would be a file each, which every other job takes up:
        // the merge chooses by size.
        return Self.limits + ["-max_len=16384", "-reduce_inputs=0"] + schedule + dictionary
            + options
            + [
                "-reload=1", "-print_final_stats=1", "-print_funcs=0",
                "-max_total_time=\(Int32(clamping: span.components.seconds))",
                "\(artifacts)\(kind.rawValue)-", folders.live,
            ] + seeds
    }

    /// Whether the user's options end a job after so many inputs.
    var hasRunLimit: Bool { options.contains { $0.hasPrefix("-runs=") } }

    private var artifacts: String { "-artifact_prefix=\(folders.artifacts)/" }

    /// The surroundings of every call.
    ///
    /// Reports for readers name functions, which takes a tenth of a second, and say where
    /// memory was allocated, whose recording takes a quarter of the time of targets that judge.
    func environment(isForReaders: Bool = true) -> Subprocess.Environment {
        // Swift's own backtraces read memory that the sanitizer guards, and would be reported in
        // place of the fault. A trap becomes a report of the sanitizer's, its memory is bounded.
        let sanitizer = [
            "handle_sigill=2", "handle_sigtrap=2", "quarantine_size_mb=32", "dedup_token_length=3",
            // Swift keeps an enumeration's case in spare bits of a pointer, so that what a constant
            // holds is taken for lost; memory that grows is the limit's to notice.
            "detect_leaks=0",
            "symbolize=\(isForReaders ? 1 : 0)", "malloc_context_size=\(isForReaders ? 30 : 0)",
        ]
        return .inherit.updating([
            "SWIFT_BACKTRACE": "enable=no",
            "ASAN_OPTIONS": sanitizer.joined(separator: ":"),
            "TMPDIR": folders.jobs,
        ])
    }

    private func call(_ arguments: [String], by program: String? = nil) async throws -> Ending {
        let result = try await Subprocess.run(
            .path(FilePath(program ?? folders.binary)),
            arguments: Arguments(arguments),
            environment: environment(),
            platformOptions: .ownGroup,
            output: .bytes(limit: 64 << 20),
            error: .combinedWithOutput
        )
        return Ending(
            status: result.terminationStatus,
            output: String(decoding: result.standardOutput, as: UTF8.self)
        )
    }
}

/// Turns the names of functions back into Swift.
enum Demangler {
    static func demangled(_ text: String) async throws -> String {
        let result = try await Subprocess.run(
            .name("swift"),
            arguments: ["demangle", "--simplified"],
            input: .string(text),
            output: .bytes(limit: 128 << 20)
        )
        guard result.terminationStatus.isSuccess else {
            throw Failure(.environment, "'swift demangle' has failed: \(result.terminationStatus)")
        }
        return String(decoding: result.standardOutput, as: UTF8.self)
    }
}
