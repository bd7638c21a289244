import Workers

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ends a process that waits for threads which the system does not start.
///
/// The limit on threads is probed when a command begins, but it counts all processes of a user, and
/// others may take what was free then.
package enum Watchdog {
    // A machine that swaps starts a thread within seconds.
    private static let interval: UInt32 = 5
    private static let mostLooks = 6

    private final class Duty: Sendable {
        let end: @Sendable (Failure) -> Never

        init(_ end: @escaping @Sendable (Failure) -> Never) { self.end = end }
    }

    /// Begins to watch, on a thread of its own.
    ///
    /// - Parameter end: ends the process with a failure.
    /// - Throws: environment, where the thread cannot be started.
    package static func start(_ end: @escaping @Sendable (Failure) -> Never) throws(Failure) {
        var thread = pthread_t()
        let duty = Unmanaged.passRetained(Duty(end))
        let code = pthread_create(
            &thread,
            nil,
            { Watchdog.watch($0) },
            duty.toOpaque()
        )
        guard code == 0 else {
            duty.release()
            throw .threads("cannot start a thread: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }

    private static func watch(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        let duty = Unmanaged<Duty>.fromOpaque(pointer).takeRetainedValue()
        while AwaitedThreads.ofProcess.look() < mostLooks { sleep(interval) }
        let seconds = Int(interval) * (mostLooks - 1)
        duty.end(.threads("waited \(seconds) s for a thread, and the system started none"))
    }
}

extension Failure {
    /// A thread that the system does not start.
    static func threads(_ problem: String) -> Failure {
        Failure(
            .environment,
            problem,
            help: "raise the limit on processes and threads, as in: ulimit -u 1024"
        )
    }
}
