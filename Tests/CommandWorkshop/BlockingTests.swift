import Dispatch
import Foundation
import Synchronization
import Testing

/// Runs tests that wait for programs or sockets on separate threads.
///
/// Swift's pool has one thread for each core. A test that blocks a thread delays every other test.
/// It also delays the task that it waits for, if that task needs the pool.
package struct BlockingTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// Marks a test, or the tests of a suite, that call blocking functions.
    package static var blocking: Self { Self() }
}

/// A few threads outside Swift's pool, which may block.
private final class BlockingThreads: TaskExecutor {
    /// More threads than the two cores of a small machine, because most of these tests only wait.
    static let shared = BlockingThreads(count: 4)

    private let jobs = Mutex<[UnownedJob]>([])
    /// Signalled once for each job.
    private let waiting = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                while true { runNext() }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func runNext() {
        waiting.wait()
        let job = jobs.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
