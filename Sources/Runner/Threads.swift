import Dispatch
import Synchronization

/// Calls `body` with each number below `count` in order, on as many threads as there are jobs, and
/// waits for them.
///
/// - Parameters:
///   - count: how many calls there are to make.
///   - jobs: calls at once; at least 1.
///   - shouldStop: asked before each call; true makes no more.
///   - body: called by several threads at once.
func onThreads(
    _ count: Int,
    jobs: Int,
    shouldStop: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int) -> Void
) {
    let next = Atomic(0)
    let queue = DispatchQueue(label: "hatpin.threads", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<max(1, min(jobs, count)) {
        queue.async(group: group) {
            while !shouldStop() {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                body(index)
            }
        }
    }
    group.wait()
}
