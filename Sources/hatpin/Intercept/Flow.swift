import Crypto
import TLS

/// Copies bytes between a client and a genuine server.
final class Flow {
    /// How the proxy treats the copied bytes.
    private enum Kind {
        /// The bytes are passed through unchanged.
        case untouched
        /// The bytes are decrypted and encrypted again; the server's handshake may still be in
        /// progress.
        case opened(isReady: Bool)
    }

    /// An idle tunnel is closed after this time, as in Squid (read_timeout).
    private static let idle = Duration.seconds(900)
    /// The time limit for the server's handshake.
    private static let patience = Duration.seconds(10)
    /// The largest number of queued bytes, a few records; at the limit, the proxy stops reading
    /// from the other side.
    private static let longestQueue = 262_144

    let origin: Connection
    private(set) var alarm: ContinuousClock.Instant
    private let client: Connection
    private var kind: Kind
    private var fromClient: [UInt8]

    /// Creates a flow that copies bytes unchanged.
    init(_ client: Connection, _ origin: Connection) {
        (self.client, self.origin) = (client, origin)
        (client.longestPreface, origin.longestPreface) = (.max, .max)
        kind = .untouched
        fromClient = []
        alarm = .now + Self.idle
    }

    /// Creates a flow between two TLS connections.
    ///
    /// - Parameters:
    ///   - client: the connection after its handshake.
    ///   - origin: the connection before its handshake.
    ///   - data: the client's data so far.
    init(opened client: Connection, _ origin: Connection, after data: [UInt8]) {
        (self.client, self.origin) = (client, origin)
        kind = .opened(isReady: false)
        fromClient = data
        alarm = .now + Self.patience
    }

    /// Copies the bytes that arrived.
    ///
    /// - Parameter hasMoved: whether any bytes arrived or left.
    /// - Returns: whether the flow has ended.
    func advance(_ hasMoved: Bool) -> Bool {
        let isOver: Bool
        do {
            switch kind {
            case .untouched: isOver = pass()
            case .opened(let isReady):
                guard try isReady || shakeHands() else { return ContinuousClock.now >= alarm }
                isOver = try relay()
            }
        } catch {
            return true
        }
        client.takesInput = origin.unsent < Self.longestQueue
        origin.takesInput = client.unsent < Self.longestQueue
        if hasMoved { alarm = .now + Self.idle }
        return isOver || client.isPeerGone || origin.isPeerGone || ContinuousClock.now >= alarm
    }

    private func pass() -> Bool {
        origin.sendPlain(client.takePreface())
        client.sendPlain(origin.takePreface())
        // Each direction ends separately: a client may close its side and wait for the answer.
        if client.hasPeerEnded { origin.finish() }
        if origin.hasPeerEnded { client.finish() }
        return client.isOver && origin.isOver
    }

    private func shakeHands() throws(TLSFailure) -> Bool {
        switch try origin.handshake() {
        case .waits: return false
        case .ended:
            alarm = .now
            return false
        case .done:
            kind = .opened(isReady: true)
            alarm = .now + Self.idle
            return true
        }
    }

    private func relay() throws(TLSFailure) -> Bool {
        let hasClientEnded = try client.drain(into: &fromClient)
        try origin.write(fromClient)
        fromClient = []
        var fromOrigin: [UInt8] = []
        let hasOriginEnded = try origin.drain(into: &fromOrigin)
        try client.write(fromOrigin)
        return hasClientEnded || hasOriginEnded
    }
}
