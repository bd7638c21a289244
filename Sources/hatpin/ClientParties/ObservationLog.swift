import Synchronization
import TLS

/// The last observation of the servers of a case, even if the case has no verdict.
final class ObservationLog: Sendable {
    private let observation = Mutex(Observation())

    var last: Observation { observation.withLock { $0 } }

    func note(_ seen: Observation) { observation.withLock { $0 = seen } }
}
