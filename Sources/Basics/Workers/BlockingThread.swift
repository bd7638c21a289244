import Dispatch

/// Threads for work that blocks.
package enum BlockingThread {
    /// Begins the work on a thread that no other work waits for.
    ///
    /// A serial queue has a thread to itself. Concurrent queues share as many threads as there are
    /// cores, and Dispatch adds one for a blocked thread only when a second has passed: a program
    /// would wait for its server.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        AwaitedThreads.ofProcess.add()
        DispatchQueue(label: "hatpin.blocking").async {
            AwaitedThreads.ofProcess.begin()
            work()
        }
    }
}
