import Reports
import TLS

/// All that a remote client was seen to do at one stand.
package struct VisitSighting: Hashable, Sendable {
    /// Connections that were shown the certificates.
    package private(set) var connections = 0
    /// Whether something came over TLS after a handshake, on any connection.
    package private(set) var hasAccepted = false
    package private(set) var hasRefused = false
    /// The last alert that came.
    package private(set) var alert: TLSAlert?
    /// The words of libssl where TLS could not go on.
    package private(set) var says: String?
    /// Why the attack was not on the wire of any connection; nil if it was.
    package private(set) var undelivered: String?
    /// The time of the first and the last of it.
    package let first: ContinuousClock.Instant
    package private(set) var last: ContinuousClock.Instant

    init(at time: ContinuousClock.Instant) {
        (first, last) = (time, time)
    }

    /// An acceptance stands, whatever comes on other connections: browsers open some that they
    /// close without a word.
    package var verdict: VisitVerdict {
        hasAccepted ? .accept : hasRefused ? .reject : undelivered == nil ? .silent : .undelivered
    }

    /// Adds a visit.
    ///
    /// - Returns: whether the verdict is another one now.
    mutating func add(_ end: Reception.End, at time: ContinuousClock.Instant) -> Bool {
        let before = connections == 0 ? nil : verdict
        connections += 1
        last = time
        switch end {
        case .accepted: hasAccepted = true
        case .refused(let alert, let says):
            hasRefused = true
            self.alert = alert ?? self.alert
            self.says = says ?? self.says
        case .undelivered(let reason): undelivered = reason
        case .silent, .unknownName, .notTLS, .unserved: break
        }
        return verdict != before
    }
}
