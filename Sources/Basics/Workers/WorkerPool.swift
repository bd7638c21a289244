import Synchronization

// Workers runs jobs in parallel. It does not know what the jobs do, and imports no other target.

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs jobs in parallel, as many at a time as the pool has workers.
///
/// The workers are child tasks on their own threads, because jobs block. A handshake on loopback or
/// a check in libcrypto would hold up every other task on Swift's pool, which has one thread for
/// each core.
package struct WorkerPool: Sendable {
    /// The number of online processors, at least 1.
    package static var cores: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

    private let workers: Int

    /// Makes a pool of workers.
    ///
    /// - Parameter workers: the number of jobs that run at a time; at least 1.
    package init(workers: Int = Self.cores) {
        self.workers = max(1, workers)
    }

    /// Calls `body` with each number below `count`, in order, and returns after all calls.
    ///
    /// - Parameters:
    ///   - count: the number of calls.
    ///   - shouldStop: called before each job; if it returns true or the task is cancelled, no more
    ///     jobs start.
    ///   - body: called on several threads at once.
    package func forEach(
        below count: Int,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        _ body: @escaping @Sendable (Int) async -> Void
    ) async {
        let counter = Counter()
        await withTaskGroup { group in
            for _ in 0..<min(workers, count) {
                group.addTask(executorPreference: BlockingExecutor.shared) {
                    while !shouldStop(), !Task.isCancelled {
                        let index = counter.next()
                        guard index < count else { return }
                        await body(index)
                    }
                }
            }
        }
    }

    /// Returns the results of `body` for each element, in the order of the elements.
    ///
    /// - Parameters:
    ///   - elements: taken in order.
    ///   - shouldStop: called before each job; if it returns true, no more jobs start.
    ///   - body: called on several threads at once.
    /// - Returns: the results; nil for each element that no job took.
    package func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        shouldStop: @escaping @Sendable () -> Bool = { false },
        _ body: @escaping @Sendable (Element) async -> Result
    ) async -> [Result?] {
        let results = Mutex([Result?](repeating: nil, count: elements.count))
        await forEach(below: elements.count, shouldStop: shouldStop) { index in
            let result = await body(elements[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0 }
    }
}

/// Hands out each number once, from 0.
private final class Counter: Sendable {
    private let taken = Atomic(0)

    func next() -> Int { taken.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// Runs tasks on threads outside Swift's own pool.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        BlockingThread.start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
