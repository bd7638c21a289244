import Basics
import Dispatch
import Synchronization

/// A program that runs until Hatpin ends it; its output can be read while it runs.
package final class ServerProgram: Sendable {
    private let stop: StopRequest
    private let state = Mutex(State())
    private let hasEnded = DispatchSemaphore(value: 0)

    private struct State {
        var log: [UInt8] = []
        /// The number of bytes that were dropped from the start of the log.
        var dropped = 0
        var cause: ProgramEnd.Cause?
    }

    /// The longest log that is kept, in bytes; older output is dropped.
    private static let limit = 65_536
    /// The longest time to wait for output before the output is read again.
    private static let interval = Duration.seconds(3_600)

    /// Starts a program.
    ///
    /// - Throws: `ProgramError` if it cannot be started.
    package init(_ invocation: ProgramInvocation) throws(ProgramError) {
        stop = try StopRequest()
        let started = Mutex<ProgramError?>(nil)
        let isStarted = DispatchSemaphore(value: 0)
        BlockingThread.start { [self] in
            do throws(ProgramError) {
                // A stream keeps the start of what is read at once, and the log keeps the end.
                var program = try RunningProgram(invocation, keeping: OutputStream.mostRead)
                isStarted.signal()
                let cause = follow(&program)
                let status = program.end()
                take(&program)
                state.withLock { $0.cause = cause ?? status }
            } catch {
                started.withLock { $0 = error }
                isStarted.signal()
            }
            hasEnded.signal()
        }
        isStarted.wait()
        if let error = started.withLock({ $0 }) { throw error }
    }

    /// Reads the output until the program ends, or Hatpin ends it.
    private func follow(_ program: inout RunningProgram) -> ProgramEnd.Cause? {
        while true {
            let cause = program.wait(
                until: .now + Self.interval,
                stop: stop,
                pausing: .atOutput,
                allowsFlood: true
            )
            take(&program)
            if let cause, cause != .timedOut { return cause }
            if program.hasEnded { return nil }
        }
    }

    private func take(_ program: inout RunningProgram) {
        let output = program.output.kept + program.error.kept
        guard !output.isEmpty else { return }
        program.output.forget()
        program.error.forget()
        state.withLock { state in
            state.log += output
            let excess = state.log.count - Self.limit
            guard excess > 0 else { return }
            state.log.removeFirst(excess)
            state.dropped += excess
        }
    }

    /// How the program ended; nil while the program runs.
    package var cause: ProgramEnd.Cause? { state.withLock { $0.cause } }

    /// The number of bytes that the program has written so far.
    package var written: Int { state.withLock { $0.dropped + $0.log.count } }

    /// Returns what the program has written after its first `count` bytes, 64 KiB at most.
    package func log(after count: Int = 0) -> [UInt8] {
        state.withLock { Array($0.log.dropFirst(max(0, count - $0.dropped))) }
    }

    /// Ends the program with all its children, and waits until they have ended.
    package func end() {
        stop.send()
        hasEnded.wait()
        hasEnded.signal()
    }
}
