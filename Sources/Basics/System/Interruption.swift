import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Counts SIGINT and SIGTERM, and notes SIGHUP, which the system sends when a terminal closes.
///
/// After the first signal, the run starts nothing more. A second SIGINT or SIGTERM ends the process
/// at once; nothing is lost, because a run file stays readable wherever it is cut off. A signal
/// handler does the counting. A thread of Hatpin could not wait for the signals instead, because
/// the main thread of an asynchronous program waits with every signal unblocked (`dispatch_main`).
package enum Interruption {
    /// The exit code of an interrupted command: 128 plus the number of SIGINT, as in shells.
    package static let exitCode: Int32 = 130

    private static let count = Atomic(0)

    /// Whether the user asked to stop.
    package static var isAsked: Bool { count.load(ordering: .relaxed) > 0 }

    /// Lets SIGINT and SIGTERM end process 1, which a container's command is.
    ///
    /// The system ignores signals to process 1 that have no handler.
    package static func endFirstProcess() {
        guard getpid() == 1 else { return }
        for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 + $0) } }
    }

    /// Starts to count the signals.
    package static func watch() {
        // Create the counter now, because a signal handler must not create it.
        _ = isAsked
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                let (before, _) = Interruption.count.add(1, ordering: .relaxed)
                if before > 0 { _exit(Interruption.exitCode) }
            }
        }
        // A shell and the system may both send SIGHUP, so it never counts as a second signal.
        let former = signal(SIGHUP) { _ in _ = Interruption.count.max(1, ordering: .relaxed) }
        // 1 is SIG_IGN, a macro that Swift does not import; nohup sets it.
        if unsafeBitCast(former, to: Int.self) == 1 { signal(SIGHUP, former) }
    }
}
