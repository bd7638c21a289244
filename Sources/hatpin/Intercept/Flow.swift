import Crypto
import TLS

/// A client and a genuine server, whose bytes go over from one to the other.
final class Flow {
    /// The meaning of the bytes to the proxy.
    private enum Kind {
        /// Passed through untouched.
        case untouched
        /// Decrypted and encrypted anew; the server's handshake may still go on.
        case opened(isReady: Bool)
    }

    /// A tunnel in which nothing moves is closed then, as in Squid (read_timeout).
    private static let idle = Duration.seconds(900)
    /// The server's handshake must come about in this time.
    private static let patience = Duration.seconds(10)
    /// An end that takes nothing more holds up the other beyond so many bytes: a few records.
    private static let longestQueue = 262_144

    let origin: Connection
    private(set) var alarm: ContinuousClock.Instant
    private let client: Connection
    private var kind: Kind
    private var fromClient: [UInt8]

    /// Passes on what the two say, untouched.
    init(_ client: Connection, _ origin: Connection) {
        (self.client, self.origin) = (client, origin)
        (client.longestPreface, origin.longestPreface) = (.max, .max)
        kind = .untouched
        fromClient = []
        alarm = .now + Self.idle
    }

    /// Passes on what the two say in TLS of their own.
    ///
    /// - Parameters:
    ///   - client: after its handshake.
    ///   - origin: at the beginning of its handshake.
    ///   - data: that came from the client so far.
    init(opened client: Connection, _ origin: Connection, after data: [UInt8]) {
        (self.client, self.origin) = (client, origin)
        kind = .opened(isReady: false)
        fromClient = data
        alarm = .now + Self.patience
    }

    /// Passes on what has come.
    ///
    /// - Parameter hasMoved: whether anything has.
    /// - Returns: whether it is over.
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
        // Each direction ends by itself: a client may end its request and await the answer.
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
