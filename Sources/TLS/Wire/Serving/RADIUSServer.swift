import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Passes the TLS inside RADIUS packets to the origin, as the authentication server of a network with
/// 802.1X does that has EAP-TTLS (RFC 3579, RFC 5281).
///
/// The server takes datagrams on the port of the origin, and makes one connection to the origin for
/// each conversation.
final class RADIUSServer: Participant {
    /// The socket; nil after closing.
    private var datagrams: DatagramSocket?
    private let origin: LoopbackAddress
    private let observation: () -> Observation
    /// The last conversation of each client.
    private var peers: [NetworkAddress: Peer] = [:]
    /// The earlier conversations, whose connections the origin may still have to close.
    private var earlier: [Peer] = []

    /// The time that the TLS server gets for its answer.
    ///
    /// It matters where a peer ends the handshake, in a resumed session, and after an earlier
    /// conversation.
    private static let patience = Duration.milliseconds(100)
    /// The most conversations to serve.
    ///
    /// A client has one, and perhaps a second one after a failure, which may come from the same
    /// port.
    private static let mostPeers = 16

    private final class Peer {
        let connection: Connection
        var tunnel = EAPTunnel()
        /// The request that is not answered yet.
        var awaited: AccessRequest?
        /// When the TLS server's time for its answer is over; nil after that.
        var wakes: ContinuousClock.Instant?
        /// The last answer, which is sent again if its request comes again (RFC 2865 §2.5).
        var last: (request: AccessRequest, answer: [UInt8])?
        /// Whether the client has got the result.
        var hasResult = false

        init(_ socket: consuming Socket) {
            connection = Connection(socket)
            // The longest flight: a chain of 64 KiB, with the rest of the handshake.
            connection.longestPreface = 1 << 17
        }
    }

    /// Opens the socket.
    ///
    /// - Parameters:
    ///   - origin: the address of the TLS server.
    ///   - observation: returns what the TLS server has observed so far.
    /// - Throws: `WireError` if the port is taken.
    init(
        to origin: LoopbackAddress,
        observing observation: @escaping () -> Observation
    ) throws(WireError) {
        datagrams = try DatagramSocket.bound(to: origin.networkAddress)
        (self.origin, self.observation) = (origin, observation)
    }

    /// Releases the port.
    func close() {
        datagrams = nil
        (peers, earlier) = ([:], [])
    }

    private var all: [Peer] { earlier + peers.values }

    var isOver: Bool { all.allSatisfy(\.connection.isOver) }

    var wakes: ContinuousClock.Instant? { peers.values.compactMap(\.wakes).min() }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(
            pollfd(fd: datagrams?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        )
        polled += all.filter { !$0.connection.isOver }.map(\.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let (bytes, sender) = datagrams?.received() {
            hasHappened = true
            guard let request = AccessRequest(bytes) else { continue }
            try take(request, of: sender)
        }
        for peer in earlier where peer.connection.transfer() { hasHappened = true }
        for (sender, peer) in peers {
            if peer.connection.transfer() { hasHappened = true }
            peer.tunnel.send(peer.connection.takePreface())
            // A client need not ask for the result after the alert of the TLS server.
            if peer.connection.hasPeerEnded { peer.connection.finish() }
            if try answer(peer, at: sender) { hasHappened = true }
        }
        return hasHappened
    }

    private func take(_ request: AccessRequest, of sender: NetworkAddress) throws(WireError) {
        if let last = peers[sender]?.last, last.request == request {
            datagrams?.send(last.answer, to: sender)
            return
        }
        if let peer = peers[sender], peer.hasResult || peer.connection.hasPeerEnded,
            EAPTunnel.isIdentity(request.eap)
        {
            earlier.append(peer)
            peers[sender] = nil
        }
        if peers[sender] == nil { peers[sender] = try newPeer() }
        guard let peer = peers[sender], peer.awaited != request else { return }
        (peer.awaited, peer.wakes) = (request, .now + Self.patience)
        peer.connection.sendPlain(peer.tunnel.hear(request.eap))
    }

    private func newPeer() throws(WireError) -> Peer? {
        all.count < Self.mostPeers ? Peer(try Socket.connecting(to: origin)) : nil
    }

    /// Answers the request of a client if the TLS server has something for it.
    private func answer(_ peer: Peer, at sender: NetworkAddress) throws(WireError) -> Bool {
        guard let request = peer.awaited else { return false }
        if let wakes = peer.wakes, wakes <= .now { peer.wakes = nil }
        let observed = observation()
        let inside = EAPTunnel.Inside(
            hasEnded: peer.connection.hasPeerEnded,
            isSilent: observed.hasFinishedHandshake && peer.wakes == nil,
            // An earlier conversation may have been accepted: the TLS server then answers first.
            hasAccepted: observed.hasAccepted && (earlier.isEmpty || peer.wakes == nil)
        )
        guard let answer = peer.tunnel.answer(inside) else { return false }
        (peer.awaited, peer.wakes) = (nil, nil)
        do throws(OpenSSLError) {
            let datagram = try answer.code.datagram(answer.eap, to: request)
            peer.last = (request, datagram)
            datagrams?.send(datagram, to: sender)
        } catch {
            throw .openSSL(error)
        }
        if answer.code != .challenge {
            peer.hasResult = true
            peer.connection.finish()
        }
        return true
    }
}
