#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waits for SIGINT and SIGTERM on a thread of its own, outside any signal handler.
///
/// The first one calls what was given; the second ends the process at once, which costs nothing,
/// since run files are readable at any byte.
enum Interruption {
    /// Keeps the signals from this thread and all that it will start; before anything else runs.
    static func block() {
        var signals = signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Starts waiting.
    static func watch(_ first: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Handler(first)).toOpaque()
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Handler>.fromOpaque(context).takeRetainedValue().wait()
                return nil
            },
            context
        )
        if result == 0 { pthread_detach(thread) }
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }

    private final class Handler: Sendable {
        let first: @Sendable () -> Void

        init(_ first: @escaping @Sendable () -> Void) {
            self.first = first
        }

        func wait() {
            var signals = Interruption.signals
            var number: CInt = 0
            while sigwait(&signals, &number) != 0 {}
            first()
            while sigwait(&signals, &number) != 0 {}
            _exit(Exit.interrupted.rawValue)
        }
    }
}
