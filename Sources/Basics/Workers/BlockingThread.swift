import Dispatch

/// Threads for work that blocks.
package enum BlockingThread {
    /// Starts the work on its own thread.
    ///
    /// The function uses a serial queue, which has its own thread. Concurrent queues share as many
    /// threads as there are cores, and Dispatch adds a thread for a blocked thread only after a
    /// second. A client program would have to wait that long for its server.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        AwaitedThreads.ofProcess.add()
        DispatchQueue(label: "hatpin.blocking").async {
            AwaitedThreads.ofProcess.begin()
            work()
        }
    }
}
