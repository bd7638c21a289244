import Dispatch
import Foundation
import Synchronization

// Mutate builds the mutants of this project in a copy of it, and puts each before the judges.

/// A failure that leaves no verdict on any mutant.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// Other programs, started and waited for.
enum Shell {
    /// How a program ended, and its output.
    struct Result: Sendable {
        /// The exit code; -1 where a signal, the limit or `watch` ended it.
        let status: Int32
        /// The signal that ended it; nil for none of another program.
        let signal: Int32?
        /// Whether the limit ended it.
        let isLate: Bool
        let output: String
    }

    /// The programs that run, each the leader of its group.
    private static let running = Mutex<Set<pid_t>>([])

    /// The files of this process alone.
    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "hatpin-mutate-\(ProcessInfo.processInfo.processIdentifier)")

    /// A name for a file that goes with this process.
    static func temporaryFile() throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: UUID().uuidString)
    }

    /// Removes the files of this process.
    static func removeTemporaryFiles() { try? FileManager.default.removeItem(at: folder) }

    /// Ends the programs that run, and removes their files, when Ctrl-C, SIGTERM or the end of the
    /// terminal ends this one: its signals do not reach their groups.
    ///
    /// - Returns: what listens to the signals, as long as it is kept.
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

    /// How often a running program is looked at.
    private static let pause = Duration.milliseconds(50)

    /// Runs a program to its end, with its errors in its output.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its arguments.
    ///   - folder: where it starts.
    ///   - environment: variables besides those of this process.
    ///   - input: its standard input.
    ///   - limit: seconds until it is ended. They are counted as they pass for this process, so that
    ///     those in which the machine was stopped do not count; nil for as long as it takes.
    ///   - watch: is given each full line of its output, and ends it by true.
    /// - Returns: how it ended.
    /// - Throws: where it cannot be started, and what `watch` throws.
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
            // A file, since a full pipe would hold the program up.
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

    /// Output that comes in parts, as lines.
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
