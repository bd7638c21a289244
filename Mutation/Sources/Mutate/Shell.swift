import Foundation
import Synchronization

// Mutate builds the mutants of this project in a copy of it, and puts each before the judges.

/// A failure that leaves no verdict on any mutant.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// Other programs, started and waited for.
enum Shell {
    /// The exit code and the output of a program.
    struct Result: Sendable {
        let status: Int32
        let output: String
    }

    /// Runs a program to its end, with its errors in its output.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its arguments.
    ///   - folder: where it starts.
    ///   - environment: variables besides those of this process.
    /// - Returns: how it ended.
    /// - Throws: where it cannot be started.
    static func run(
        _ program: String,
        _ arguments: [String],
        in folder: URL,
        environment: [String: String] = [:]
    ) async throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        // A file, since a full pipe would hold the program up.
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        guard FileManager.default.createFile(atPath: file.path, contents: nil),
            let handle = FileHandle(forWritingAtPath: file.path)
        else { throw Failure(description: "cannot write \(file.path)") }
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardOutput = handle
        process.standardError = handle
        let ended = Ended()
        process.terminationHandler = { _ in ended.end() }
        try process.run()
        await ended.wait()
        try handle.close()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: String(decoding: try Data(contentsOf: file), as: UTF8.self)
        )
    }

    /// The end of a program, which may come before a task waits for it.
    private final class Ended: Sendable {
        private enum State {
            case running
            case awaited(CheckedContinuation<Void, Never>)
            case ended
        }
        private let state = Mutex(State.running)

        func end() {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state = .ended }
                guard case .awaited(let continuation) = state else { return nil }
                return continuation
            }
            waiting?.resume()
        }

        func wait() async {
            await withCheckedContinuation { continuation in
                let hasEnded = state.withLock { state in
                    if case .ended = state { return true }
                    state = .awaited(continuation)
                    return false
                }
                if hasEnded { continuation.resume() }
            }
        }
    }
}
