import Basics
import Testing

/// What the watchdog sees of threads that do not start.
struct AwaitedThreadsTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Of each, `a` is a start that is awaited, `b` a thread that begins, `g` one that goes on, and
        /// `l` a look.
        let events: String
        /// The results of the looks.
        let looks: [Int]
    }

    @Test(arguments: [
        Example(testDescription: "nothing is awaited", events: "lll", looks: [0, 0, 0]),
        Example(testDescription: "every thread begins", events: "ablabablab l", looks: [0, 0, 0]),
        Example(testDescription: "a thread does not begin", events: "alll", looks: [1, 2, 3]),
        Example(testDescription: "it begins late", events: "allbla l", looks: [1, 2, 0, 1]),
        Example(
            testDescription: "more are awaited than can run, and they come",
            events: "aaaalblblbl",
            looks: [1, 0, 0, 0]
        ),
        Example(testDescription: "others go on", events: "alglgll", looks: [1, 0, 0, 1]),
        Example(testDescription: "they stop coming", events: "aaalbllll", looks: [1, 0, 1, 2, 3]),
    ])
    func `looks are counted where no thread comes`(example: Example) {
        let threads = AwaitedThreads()
        var looks: [Int] = []
        for event in example.events {
            switch event {
            case "a": threads.add()
            case "b": threads.begin()
            case "g": threads.goOn()
            case "l": looks.append(threads.look())
            default: break
            }
        }
        #expect(looks == example.looks)
    }

    @Test func `a thread for blocking work is awaited no longer than until it runs`() async {
        await withCheckedContinuation { continuation in
            BlockingThread.start { continuation.resume() }
        }
        // Those of other tests may be awaited for a moment.
        #expect(AwaitedThreads.ofProcess.look() <= 1)
    }
}
