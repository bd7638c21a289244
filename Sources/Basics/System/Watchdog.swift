import Dispatch

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Ends a process that waits for threads that the system does not start.
///
/// A command probes the limit on threads when it starts. But the limit counts all processes of a
/// user, and other processes may use up the free threads later. Dispatch then retries for ever,
/// inside the call that needs the thread.
package enum Watchdog {
    // Even a machine that swaps starts a thread within seconds.
    private static let interval: UInt32 = 5
    private static let mostIdleChecks = 12

    private final class Duty: Sendable {
        let perform: @Sendable () -> Void

        init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
    }

    /// Starts to watch, on its own threads.
    ///
    /// - Parameter end: ends the process with a failure.
    /// - Throws: an `environment` failure if a thread cannot be started.
    package static func start(_ end: @escaping @Sendable (Failure) -> Never) throws(Failure) {
        try startThread { ask() }
        try startThread {
            while AwaitedThreads.ofProcess.check() < mostIdleChecks { sleep(interval) }
            let seconds = Int(interval) * (mostIdleChecks - 1)
            end(.threads("waited \(seconds) s for a thread, and the system started none"))
        }
    }

    /// Requests a new thread again and again.
    ///
    /// If no thread starts, other work that needs a new thread, such as Swift's tasks, also waits.
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
    /// Returns the failure for a thread that the system does not start.
    static func threads(_ problem: String) -> Failure {
        Failure(
            .environment,
            problem,
            help: "raise the limit on processes and threads, as in: ulimit -u 1024"
        )
    }
}
