import Synchronization
import TLS

/// The last observation of the servers of a case, also of a case without a verdict.
final class ObservationLog: Sendable {
    private let observation = Mutex(Observation())

    var last: Observation { observation.withLock { $0 } }

    func note(_ seen: Observation) { observation.withLock { $0 = seen } }
}
