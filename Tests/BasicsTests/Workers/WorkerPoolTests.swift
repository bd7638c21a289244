import Basics
import Synchronization
import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("The worker pool")
struct WorkerPoolTests {
    @Test(arguments: [1, 2, 7, 100])
    func `returns results in the order of the elements`(workers: Int) async {
        let results = await WorkerPool(workers: workers).map(Array(0..<50)) { number in
            if number % 3 == 0 { usleep(1_000) }
            return number * 2
        }
        #expect(results == (0..<50).map { $0 * 2 })
    }

    @Test func `runs at most as many jobs at a time as there are workers`() async {
        let running = Count()
        let most = Count()
        await WorkerPool(workers: 3).forEach(below: 60) { _ in
            most.raise(to: running.add(1))
            usleep(500)
            running.add(-1)
        }
        #expect(most.value <= 3)
    }

    @Test func `starts no job after a stop`() async {
        let done = Count()
        let results = await WorkerPool(workers: 1).map(Array(0..<50)) {
            done.value >= 10
        } _: { number in
            done.add(1)
            return number
        }
        #expect(results == (0..<50).map { $0 < 10 ? $0 : nil })
    }

    @Test func `a cancelled task starts no more jobs`() async {
        let task = Task {
            await WorkerPool(workers: 1).map(Array(0..<10)) { number in
                if number == 2 { withUnsafeCurrentTask { $0?.cancel() } }
                return number
            }
        }
        let results = await task.value
        #expect(results == (0..<10).map { $0 < 3 ? $0 : nil })
    }

    // Without a time limit, a failed test would hang for ever. The limit is long, because other
    // tests may keep Swift's threads busy.
    @Test(.timeLimit(.minutes(60)))
    func `blocking workers leave Swift's threads to other tasks`() async {
        let released = Count()
        async let blocked: Void = WorkerPool(workers: WorkerPool.cores + 1)
            .forEach(below: WorkerPool.cores + 1) { _ in
                while released.value == 0 { usleep(1_000) }
            }
        // This task runs on Swift's pool, whose threads the workers must not occupy.
        await Task.detached { _ = released.add(1) }.value
        await blocked
    }

    // Each job waits for all others, but only for a limited time: Dispatch may never replace a
    // blocked thread.
    @Test func `each worker gets a thread immediately`() async {
        let workers = 128
        let arrived = Count()
        let missed = Count()
        await WorkerPool(workers: workers).forEach(below: workers) { _ in
            arrived.add(1)
            for _ in 0..<20_000 where arrived.value < workers && missed.value == 0 { usleep(1_000) }
            if arrived.value < workers { missed.add(1) }
        }
        #expect(missed.value == 0)
    }

    @Test func `an empty list of jobs gives no results`() async {
        #expect(await WorkerPool().map([Int]()) { $0 }.isEmpty)
    }
}

/// A number that several threads change.
private final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .acquiring) }

    @discardableResult
    func add(_ difference: Int) -> Int {
        number.wrappingAdd(difference, ordering: .acquiringAndReleasing).newValue
    }

    func raise(to value: Int) {
        number.max(value, ordering: .relaxed)
    }
}
