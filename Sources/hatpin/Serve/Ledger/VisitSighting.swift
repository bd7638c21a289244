import Reports
import TLS

/// What a remote client did at one served setup.
package struct VisitSighting: Hashable, Sendable {
    /// The number of connections to the setup.
    package private(set) var connections = 0
    /// Whether data arrived over TLS after a handshake, on any connection.
    package private(set) var hasAccepted = false
    package private(set) var hasRefused = false
    /// The last alert that arrived.
    package private(set) var alert: TLSAlert?
    /// The error message of libssl, or nil if TLS did not fail.
    package private(set) var says: String?
    /// The reason why no connection carried the attack, or nil if a connection did.
    package private(set) var undelivered: String?
    /// The times of the first and the last connection.
    package let first: ContinuousClock.Instant
    package private(set) var last: ContinuousClock.Instant

    init(at time: ContinuousClock.Instant) {
        (first, last) = (time, time)
    }

    /// The verdict of all connections.
    ///
    /// An acceptance is final, whatever happens on other connections: browsers open some
    /// connections that they close unused.
    package var verdict: VisitVerdict {
        hasAccepted ? .accept : hasRefused ? .reject : undelivered == nil ? .silent : .undelivered
    }

    /// Adds a visit.
    ///
    /// - Returns: whether the verdict has changed.
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
