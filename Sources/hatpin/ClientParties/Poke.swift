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
                // A failed run was too early. The server sees whether the daemon connects.
                _ = try? invocation.run(until: .now + Self.limit, stop: stop)
                usleep(Self.pause)
            }
            hasEnded.signal()
        }
    }

    /// Lets the current run of the command finish, and starts no further run.
    func finish() { isOver.withLock { $0 = true } }

    /// Ends the command.
    func end() {
        finish()
        stop.send()
        hasEnded.wait()
    }
}
