import Basics
import Dispatch
import Process
import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Makes a daemon connect, by a command that runs again until the daemon has connected.
///
/// A daemon does not say when it is ready, so the command may come too early.
final class Poke: Sendable {
    private let invocation: ProgramInvocation
    private let stop: StopRequest
    private let isOver = Mutex(false)
    /// The failure of the last run; nil if it succeeded.
    private let failure = Mutex<String?>(nil)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// The time between two runs of the command, in microseconds.
    private static let pause: useconds_t = 100_000
    /// The time limit of one run, for commands that wait for an answer.
    private static let limit = Duration.seconds(10)

    /// Starts the command.
    ///
    /// - Throws: `ProgramError` if no pipe can be made.
    init(_ invocation: ProgramInvocation) throws(ProgramError) {
        self.invocation = invocation
        stop = try StopRequest()
        BlockingThread.start { [self] in
            while !isOver.withLock({ $0 }) {
                // A failed run may have been too early.
                let failure = failureOfRun()
                self.failure.withLock { $0 = failure }
                usleep(Self.pause)
            }
            hasEnded.signal()
        }
    }

    /// Runs the command once; returns why it failed, or nil if it did not.
    private func failureOfRun() -> String? {
        do throws(ProgramError) {
            let end = try invocation.run(until: .now + Self.limit, stop: stop)
            return end.cause == .exited(0) ? nil : end.lastWords
        } catch {
            return error.description
        }
    }

    /// Why the last run failed; nil if it did not fail, or if the daemon has connected.
    var problem: String? { isOver.withLock { $0 } ? nil : failure.withLock { $0 } }

    /// Lets the current run of the command finish, and starts no further run.
    func finish() { isOver.withLock { $0 = true } }

    /// Ends the command.
    func end() {
        finish()
        stop.send()
        hasEnded.wait()
    }
}
