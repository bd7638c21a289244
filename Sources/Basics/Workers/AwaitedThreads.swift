import Synchronization

/// The threads that work waits for.
///
/// Dispatch says nothing where it cannot start a thread: the work waits for ever. Each start is counted
/// here, so that a watchdog can see that none comes.
package final class AwaitedThreads: Sendable {
    /// Those of this process.
    package static let ofProcess = AwaitedThreads()

    private struct Counts {
        var awaited = 0
        /// Threads that began or went on.
        var begun = 0
        /// What had begun when the watchdog looked last.
        var begunBefore = 0
        var idleLooks = 0
    }

    private let counts = Mutex(Counts())

    package init() {}

    /// Notes that work waits for a thread.
    package func add() { counts.withLock { $0.awaited += 1 } }

    /// Notes that a thread runs which was waited for.
    package func begin() {
        counts.withLock { counts in
            counts.awaited -= 1
            counts.begun += 1
        }
    }

    /// Notes that a thread which runs has gone on, whatever others wait for.
    package func goOn() { counts.withLock { $0.begun += 1 } }

    /// Looks whether threads come, as the watchdog does in even intervals.
    ///
    /// Looks are counted and not time: a process that was stopped, or a machine that slept, lost none.
    ///
    /// - Returns: how many looks in a row found work that waits, and no thread that had begun or gone on
    ///   since the look before.
    package func look() -> Int {
        counts.withLock { counts in
            let isIdle = counts.awaited > 0 && counts.begun == counts.begunBefore
            counts.idleLooks = isIdle ? counts.idleLooks + 1 : 0
            counts.begunBefore = counts.begun
            return counts.idleLooks
        }
    }
}
