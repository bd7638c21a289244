import Synchronization

/// Counts the threads that work waits for.
///
/// If Dispatch cannot start a thread, it reports nothing, and the work waits for ever. This class
/// counts each start, so that a watchdog can detect that no thread starts.
package final class AwaitedThreads: Sendable {
    /// The counts of this process.
    package static let ofProcess = AwaitedThreads()

    private struct Counts {
        var awaited = 0
        /// The number of times that threads started or made progress.
        var begun = 0
        /// The value of `begun` at the watchdog's last check.
        var begunBefore = 0
        var idleChecks = 0
    }

    private let counts = Mutex(Counts())

    package init() {}

    /// Records that work waits for a thread.
    package func add() { counts.withLock { $0.awaited += 1 } }

    /// Records that an awaited thread has started.
    package func begin() {
        counts.withLock { counts in
            counts.awaited -= 1
            counts.begun += 1
        }
    }

    /// Records that a running thread has made progress.
    package func goOn() { counts.withLock { $0.begun += 1 } }

    /// Checks whether threads start; the watchdog calls this at regular intervals.
    ///
    /// The result counts checks and not time, so a stopped process or a sleeping machine causes no
    /// false alarm.
    ///
    /// - Returns: the number of consecutive checks with waiting work and without a thread that
    ///   started or made progress since the check before.
    package func check() -> Int {
        counts.withLock { counts in
            let isIdle = counts.awaited > 0 && counts.begun == counts.begunBefore
            counts.idleChecks = isIdle ? counts.idleChecks + 1 : 0
            counts.begunBefore = counts.begun
            return counts.idleChecks
        }
    }
}
