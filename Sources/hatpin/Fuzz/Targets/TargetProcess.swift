import Basics
import Reports
import Subprocess
import SystemPackage

/// Runs a target's program.
struct TargetProcess: Sendable {
    let folders: FuzzFolders
    /// The user's options for libFuzzer, which come after hatpin's options; if an option is
    /// repeated, libFuzzer uses the last value.
    let options: [String]

    /// How a run ended.
    struct Ending: Sendable {
        let status: TerminationStatus
        let output: String

        var isSuccess: Bool { status.isSuccess }

        /// A description of the failure, or nil if the program succeeded.
        var failure: String? {
            switch status {
            case .exited(0): nil
            case .exited(let code): "exit code \(code)"
            case .signaled(let number): "signal \(number)"
            }
        }
    }

    /// The limits of every run.
    private static let limits = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=1024"]

    /// Runs each input once.
    ///
    /// A path is an input or a folder of inputs.
    func replay(_ paths: [String]) async throws -> Ending {
        try await call(Self.limits + options + ["-runs=0", artifacts] + paths)
    }

    /// Runs one input and returns its report.
    ///
    /// The program with the sanitizer runs first, since its report is more exact. The program
    /// without the sanitizer is used if the input breaks only that program.
    ///
    /// - Returns: the report, and the kind of the program.
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
            // A machine that only runs targets may have no demangler, which is part of the
            // compiler; then names stay mangled.
            (try? await Demangler.demangled(ending.output)) ?? ending.output,
            root: Environment.workingDirectory,
            failure: ending.failure
        )
    }

    /// Minimises an input that breaks the target.
    ///
    /// libFuzzer has no time limit for all attempts together, and each success leads to the next
    /// attempt.
    ///
    /// - Parameters:
    ///   - input: the file of the input.
    ///   - kind: the kind of the program that the input breaks.
    ///   - output: the file for the smallest input so far; it is missing until libFuzzer finds one.
    ///   - patience: the time limit of one attempt, in seconds.
    ///   - limit: the time limit of all attempts; an interrupt ends them, too.
    /// - Throws: if the program does not start.
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

    /// Copies inputs of corpus and seeds to a folder, so that the whole coverage is kept.
    ///
    /// Smaller inputs are preferred, then inputs with more coverage.
    func merge(into folder: String) async throws -> Ending {
        try await call(
            Self.limits + options + [
                "-merge=1", artifacts, folder, folders.corpus,
            ] + folders.seeds
        )
    }

    /// Returns the arguments of a job that runs until hatpin or an input ends it.
    ///
    /// - Parameters:
    ///   - kind: the kind of the job's program.
    ///   - seeds: folders to start from, in addition to the corpus.
    ///   - span: the time after which the job exits by itself, in case this process is killed.
    /// - Returns: options and folders, in libFuzzer's order.
    func fuzzing(_ kind: JobKind, from seeds: [String], atMost span: Duration) -> [String] {
        let dictionary = folders.dictionary.map { ["-dict=\($0)"] } ?? []
        // Jobs without the sanitizer prefer mutants of fast inputs, which doubles the number of
        // inputs. Jobs with the sanitizer only prefer rare coverage, so that slow inputs run, too.
        var schedule = kind == .fast ? ["-entropic_scale_per_exec_time=1"] : []
        // Coverage without counters ignores how often a block runs. Parsers reach a third more
        // blocks this way, from a corpus of an eighth of the size. Other targets would take longer
        // to find faults after loops.
        if kind == .fast, folders.isDecoder { schedule.append("-use_counters=0") }
        // Replacing inputs by smaller inputs would write many files that every other job reads; the
        // merge chooses by size.
        return Self.limits + ["-max_len=16384", "-reduce_inputs=0"] + schedule + dictionary
            + options
            + [
                "-reload=1", "-print_final_stats=1", "-print_funcs=0",
                "-max_total_time=\(Int32(clamping: span.components.seconds))",
                "\(artifacts)\(kind.rawValue)-", folders.live,
            ] + seeds
    }

    /// Whether the user's options end a job after a number of inputs.
    var hasRunLimit: Bool { options.contains { $0.hasPrefix("-runs=") } }

    private var artifacts: String { "-artifact_prefix=\(folders.artifacts)/" }

    /// Returns the environment of every run.
    ///
    /// If people read the report, functions are named, which takes a tenth of a second. The report
    /// then also says where memory was allocated, which takes a quarter of the run time of slow
    /// targets.
    func environment(isForReaders: Bool = true) -> Subprocess.Environment {
        // Swift's own backtraces read memory that the sanitizer guards, and that read would be
        // reported instead of the fault. The sanitizer reports a trap itself, with bounded memory.
        let sanitizer = [
            "handle_sigill=2", "handle_sigtrap=2", "quarantine_size_mb=32", "dedup_token_length=3",
            // Swift stores an enumeration's case in spare bits of a pointer, so memory that a
            // constant holds would be reported as leaked. The memory limit detects growing memory
            // use instead.
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

/// Demangles Swift function names.
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
