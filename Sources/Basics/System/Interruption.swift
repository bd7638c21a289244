import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Counts SIGINT and SIGTERM, and notes SIGHUP, by which a terminal says that it goes.
///
/// The first asks the run to start nothing more; the second SIGINT or SIGTERM ends the process at once,
/// which costs nothing, since run files are readable at any byte. A handler counts, because the main thread of
/// an asynchronous program waits with every signal let through (`dispatch_main`), so that blocking
/// them for a thread that waits would not keep them from it.
package enum Interruption {
    /// The exit code of an interrupted command: 128 and the number of SIGINT, as shells have it.
    package static let exitCode: Int32 = 130

    private static let count = Atomic(0)

    /// Whether the user asked to stop.
    package static var isAsked: Bool { count.load(ordering: .relaxed) > 0 }

    /// Counts from here on.
    package static func watch() {
        // The counter is made before a handler needs it: a handler may not.
        _ = isAsked
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                let (before, _) = Interruption.count.add(1, ordering: .relaxed)
                if before > 0 { _exit(Interruption.exitCode) }
            }
        }
        // A shell and the system may both send it.
        let former = signal(SIGHUP) { _ in _ = Interruption.count.max(1, ordering: .relaxed) }
        // SIG_IGN, a macro that Swift does not see: nohup means it.
        if unsafeBitCast(former, to: Int.self) == 1 { signal(SIGHUP, former) }
    }
}
