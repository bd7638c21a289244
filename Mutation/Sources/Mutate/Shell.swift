import Dispatch
import Foundation
import Synchronization

// Mutate builds the mutants of this project in a copy of it, and runs the tests on each.

/// A failure that leaves mutants without a verdict.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// Starts other programs and waits for them.
enum Shell {
    /// How a program ended, and its output.
    struct Result: Sendable {
        /// The exit code; -1 if a signal, the limit or `watch` ended the program.
        let status: Int32
        /// The signal that ended it; nil if none did.
        let signal: Int32?
        /// Whether the limit ended it.
        let isLate: Bool
        let output: String
    }

    /// The running programs, each the leader of its process group.
    private static let running = Mutex<Set<pid_t>>([])

    /// The folder for files of this process only.
    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "hatpin-mutate-\(ProcessInfo.processInfo.processIdentifier)")

    /// Returns a name for a file that is deleted with this process.
    static func temporaryFile() throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: UUID().uuidString)
    }

    /// Removes the files of this process.
    static func removeTemporaryFiles() { try? FileManager.default.removeItem(at: folder) }

    /// Ends the running programs and removes their files when a signal ends this process.
    ///
    /// Ctrl-C, SIGTERM and the closing of the terminal do not reach the programs' groups.
    ///
    /// - Returns: the signal handlers, which work as long as the value is kept.
    static func endProgramsWithThisOne() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                running.withLock { for program in $0 { end(program) } }
                removeTemporaryFiles()
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// Ends a program and its forks.
    private static func end(_ program: pid_t) { kill(-program, SIGKILL) }

    /// The interval at which a running program is checked.
    private static let pause = Duration.milliseconds(50)

    /// Runs a program until it exits, with its errors in its output.
    ///
    /// - Parameters:
    ///   - program: the path.
    ///   - arguments: the arguments.
    ///   - folder: the working directory.
    ///   - environment: variables in addition to those of this process.
    ///   - input: the standard input.
    ///   - limit: seconds until it is ended, as they pass for this process, so that seconds in
    ///     which the machine was stopped do not count; nil for no limit.
    ///   - watch: receives each full line of the output, and ends the program by returning true.
    /// - Returns: how the program ended.
    /// - Throws: an error if it cannot be started, and any error of `watch`.
    static func run(
        _ program: String,
        _ arguments: [String],
        in folder: URL,
        environment: [String: String] = [:],
        input: String = "",
        limit: Int? = nil,
        watch: (Substring) async throws -> Bool = { _ in false }
    ) async throws -> Result {
        try await withTemporaryFiles { inputFile, outputFile in
            try Data(input.utf8).write(to: inputFile)
            // A file, because a full pipe would block the program.
            try Data().write(to: outputFile)
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment
                .merging(environment) { _, new in new }
            let output = try FileHandle(forWritingTo: outputFile)
            process.standardInput = try FileHandle(forReadingFrom: inputFile)
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let program = process.processIdentifier
            running.withLock { _ = $0.insert(program) }
            defer {
                if process.isRunning { end(program) }
                running.withLock { _ = $0.remove(program) }
            }
            let reader = try FileHandle(forReadingFrom: outputFile)
            var lines = Lines()
            var pauses = 0
            var (isWanted, isLate) = (true, false)
            while isWanted, !isLate {
                let isRunning = process.isRunning
                for line in lines.full(after: try reader.readToEnd() ?? Data()) {
                    if try await watch(line) { isWanted = false }
                }
                guard isRunning else { break }
                pauses += 1
                if let limit, pauses > limit * 20 { isLate = true }
                try await Task.sleep(for: pause)
            }
            let hasEnded = isWanted && !isLate
            let isSignal = hasEnded && process.terminationReason == .uncaughtSignal
            return Result(
                status: hasEnded && !isSignal ? process.terminationStatus : -1,
                signal: isSignal ? process.terminationStatus : nil,
                isLate: isLate,
                output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
            )
        }
    }

    /// Splits output that arrives in parts into lines.
    private struct Lines {
        private var rest = ""

        mutating func full(after part: Data) -> [Substring] {
            rest += String(decoding: part, as: UTF8.self)
            var lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
            rest = lines.popLast().map(String.init) ?? ""
            return lines
        }
    }

    private static func withTemporaryFiles<R>(
        _ body: (URL, URL) async throws -> R
    ) async throws -> R {
        let (first, second) = (try temporaryFile(), try temporaryFile())
        defer {
            try? FileManager.default.removeItem(at: first)
            try? FileManager.default.removeItem(at: second)
        }
        return try await body(first, second)
    }
}
