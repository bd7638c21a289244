import Synchronization

/// The harms that were seen in an audit.
final class FirstFindings: Sendable {
    private let seen = Mutex<Set<Exposure>>([])

    /// Whether a harm was seen before.
    func has(_ exposure: Exposure) -> Bool { seen.withLock { $0.contains(exposure) } }

    /// Whether a harm was not seen before.
    func isFirst(_ exposure: Exposure) -> Bool {
        seen.withLock { $0.insert(exposure).inserted }
    }
}
