import Synchronization

/// The harms that an audit has found so far, for the progress display.
final class FirstFindings: Sendable {
    private let seen = Mutex<Set<Exposure>>([])

    /// Whether a harm was found before.
    func has(_ exposure: Exposure) -> Bool { seen.withLock { $0.contains(exposure) } }

    /// Records a harm, and returns whether it is new.
    func isFirst(_ exposure: Exposure) -> Bool {
        seen.withLock { $0.insert(exposure).inserted }
    }
}
