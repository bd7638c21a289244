import Basics
import Testing

/// What the watchdog detects about threads that do not start.
struct AwaitedThreadsTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The events: `a` is an awaited start, `b` a thread that starts, `g` progress, and `l` a
        /// check.
        let events: String
        /// The results of the checks.
        let looks: [Int]
    }

    @Test(arguments: [
        Example(testDescription: "nothing is awaited", events: "lll", looks: [0, 0, 0]),
        Example(testDescription: "every thread starts", events: "ablabablab l", looks: [0, 0, 0]),
        Example(testDescription: "a thread does not start", events: "alll", looks: [1, 2, 3]),
        Example(testDescription: "a thread starts late", events: "allbla l", looks: [1, 2, 0, 1]),
        Example(
            testDescription: "more threads are awaited than can run, and they start",
            events: "aaaalblblbl",
            looks: [1, 0, 0, 0]
        ),
        Example(
            testDescription: "other threads make progress",
            events: "alglgll",
            looks: [1, 0, 0, 1]
        ),
        Example(
            testDescription: "threads stop starting",
            events: "aaalbllll",
            looks: [1, 0, 1, 2, 3]
        ),
    ])
    func `counts the checks of the watchdog during which no awaited thread starts`(example: Example)
    {
        let threads = AwaitedThreads()
        var looks: [Int] = []
        for event in example.events {
            switch event {
            case "a": threads.add()
            case "b": threads.begin()
            case "g": threads.goOn()
            case "l": looks.append(threads.check())
            default: break
            }
        }
        #expect(looks == example.looks)
    }

    @Test func `the watchdog stops waiting for a blocking thread when the thread runs`() async {
        await withCheckedContinuation { continuation in
            BlockingThread.start { continuation.resume() }
        }
        // Other tests may await threads for a moment.
        #expect(AwaitedThreads.ofProcess.check() <= 1)
    }
}
