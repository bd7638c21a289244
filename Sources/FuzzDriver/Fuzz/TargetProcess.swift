import Subprocess
import Surroundings
import SystemPackage

/// Calls a target's program.
struct TargetProcess: Sendable {
    let folders: FuzzFolders
    /// libFuzzer's options that the user gave; they go behind ours, and the last one counts.
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

    /// Runs one input, and says what became of it.
    func judge(_ input: String) async throws -> FuzzerReport {
        let ending = try await call(Self.limits + options + [artifacts, input])
        return FuzzerReport(
            try await Demangler.demangled(ending.output),
            root: Environment.workingDirectory,
            failure: ending.failure
        )
    }

    /// Makes an input that breaks the target smaller, as far as it goes in `seconds`.
    func minimise(_ input: String, to output: String, seconds: Int) async throws {
        _ = try await call(
            Self.limits + options + [
                "-minimize_crash=1", "-max_total_time=\(seconds)",
                "-exact_artifact_path=\(output)", input,
            ]
        )
    }

    /// Writes the fewest inputs of the corpus that reach what all of it reaches to a folder.
    func merge(into folder: String) async throws -> Ending {
        try await call(
            Self.limits + options + [
                "-set_cover_merge=1", artifacts, folder, folders.corpus,
            ]
        )
    }

    /// The arguments of a run that goes on until it is ended.
    ///
    /// It ends by itself after `span`, in case this process is killed.
    func fuzzing(jobs: Int, atMost span: Duration) -> [String] {
        let dictionary = folders.dictionary.map { ["-dict=\($0)"] } ?? []
        return Self.limits + ["-max_len=16384"] + dictionary + options
            + [
                "-fork=\(jobs)", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1",
                "-max_total_time=\(Int32(clamping: span.components.seconds))",
                artifacts, folders.corpus,
            ] + folders.seeds
    }

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

    private func call(_ arguments: [String]) async throws -> Ending {
        let result = try await Subprocess.run(
            .path(FilePath(folders.binary)),
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

extension PlatformOptions {
    /// A group of its own, so that Ctrl-C reaches us alone, and we end what we started.
    static var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        return options
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
