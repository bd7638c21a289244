import Dispatch

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ends a process that waits for threads which the system does not start.
///
/// The limit on threads is probed when a command begins, but it counts all processes of a user, and
/// others may take what was free then. Dispatch tries again for ever, within whatever asked for a thread.
package enum Watchdog {
    // A machine that swaps starts a thread within seconds.
    private static let interval: UInt32 = 5
    private static let mostLooks = 12

    private final class Duty: Sendable {
        let perform: @Sendable () -> Void

        init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
    }

    /// Begins to watch, on threads of its own.
    ///
    /// - Parameter end: ends the process with a failure.
    /// - Throws: environment, where a thread cannot be started.
    package static func start(_ end: @escaping @Sendable (Failure) -> Never) throws(Failure) {
        try startThread { ask() }
        try startThread {
            while AwaitedThreads.ofProcess.look() < mostLooks { sleep(interval) }
            let seconds = Int(interval) * (mostLooks - 1)
            end(.threads("waited \(seconds) s for a thread, and the system started none"))
        }
    }

    /// Asks for a thread again and again: where none comes, what waits for one elsewhere, as the tasks of
    /// Swift do, waits as well.
    private static func ask() {
        while true {
            let hasBegun = DispatchSemaphore(value: 0)
            BlockingThread.start { hasBegun.signal() }
            hasBegun.wait()
            sleep(interval)
        }
    }

    private static func startThread(_ work: @escaping @Sendable () -> Void) throws(Failure) {
        var thread = pthread_t()
        let duty = Unmanaged.passRetained(Duty(work))
        let code = pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Duty>.fromOpaque(pointer).takeRetainedValue().perform()
                return nil
            },
            duty.toOpaque()
        )
        guard code == 0 else {
            duty.release()
            throw .threads("cannot start a thread: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
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
