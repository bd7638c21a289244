#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A CONNECT proxy (RFC 9110 §9.3.6) that passes bytes through unchanged.
///
/// The proxy is for clients that resolve names themselves. For any requested host it connects to
/// the exchange's origin, so nothing leaves loopback.
final class PassThrough: Participant {
    let address: LoopbackAddress
    private let listener: Socket
    private let origin: LoopbackAddress
    /// The connections that have not ended.
    private var tunnels: [ForwardedConnection] = []

    init(to origin: LoopbackAddress) throws(WireError) {
        self.origin = origin
        listener = try Socket.listening(on: origin.family)
        address = LoopbackAddress(family: origin.family, port: try listener.port())
    }

    var isOver: Bool { tunnels.isEmpty }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        for tunnel in tunnels { tunnel.addInterests(to: &polled) }
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener.accepted() {
            tunnels.append(ForwardedConnection(socket, to: origin))
            hasHappened = true
        }
        for tunnel in tunnels {
            if try tunnel.advance() { hasHappened = true }
        }
        // A client may connect often, and each connection keeps its buffers.
        tunnels.removeAll(where: \.isOver)
        return hasHappened
    }
}

/// One client's connection, and the connection to the origin after the client's request.
private final class ForwardedConnection {

    private let client: Leg
    private let address: LoopbackAddress
    private var origin: Leg?
    private var head: [UInt8] = []

    init(_ client: consuming Socket, to address: LoopbackAddress) {
        self.client = Leg(client)
        self.address = address
    }

    var isOver: Bool { client.isOver && (origin?.isOver ?? true) }

    func addInterests(to polled: inout [pollfd]) {
        for (leg, other) in [(client, origin), (origin, client)] {
            if let leg, !leg.isOver { polled.append(leg.interest(hasRoom: other?.hasRoom ?? true)) }
        }
    }

    func advance() throws(WireError) -> Bool {
        guard let origin else {
            let hasMoved = client.receive(into: &head)
            try answerConnect()
            return hasMoved
        }
        let hasClientMoved = client.pass(to: origin)
        let hasOriginMoved = origin.pass(to: client)
        return hasClientMoved || hasOriginMoved
    }

    private func answerConnect() throws(WireError) {
        // After a refusal, read and discard the remaining bytes, so that the client can close.
        guard !client.isLast else { return head.removeAll() }
        guard let end = head.endOfHead else {
            if client.hasEnded || head.count > Connection.longestText { client.finish() }
            return
        }
        guard head.starts(with: "CONNECT ".utf8) else {
            client.send("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n".utf8)
            return client.finish()
        }
        let origin = Leg(try Socket.connecting(to: address))
        // A client may continue without waiting for the answer.
        origin.send(head[end...])
        client.send("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)
        if client.hasEnded { origin.finish() }
        self.origin = origin
    }
}

/// One side of a tunnel.
private final class Leg {
    /// The maximum number of bytes that may wait to be sent; while so many bytes wait, the other
    /// side is not read.
    private static let room = 65_536

    /// The socket; nil after both sides have closed.
    private var socket: Socket?
    private var outgoing: [UInt8] = []
    /// Whether the peer sends nothing more.
    private(set) var hasEnded = false
    /// Whether this end has finished sending: no more data will be added.
    private(set) var isLast = false

    init(_ socket: consuming Socket) {
        self.socket = consume socket
    }

    var isOver: Bool { hasEnded && isLast && outgoing.isEmpty }
    var hasRoom: Bool { outgoing.count < Self.room }

    func interest(hasRoom: Bool) -> pollfd {
        // Leave out a side that has ended, because it is always ready to read.
        let reading = hasRoom && !hasEnded ? POLLIN : 0
        let events = outgoing.isEmpty ? reading : reading | POLLOUT
        return pollfd(fd: events == 0 ? -1 : descriptor, events: Int16(events), revents: 0)
    }

    private var descriptor: CInt { socket?.descriptor ?? -1 }

    /// Reads as many bytes as the other side can take and passes them on; returns whether any bytes
    /// came.
    func pass(to other: Leg) -> Bool {
        var hasMoved = other.flush()
        while !hasEnded, other.hasRoom, receiveOnce(into: &other.outgoing) {
            hasMoved = true
        }
        if hasEnded, !other.isLast {
            other.finish()
            hasMoved = true
        }
        return other.flush() || hasMoved
    }

    /// Reads the bytes that have arrived; returns whether any bytes came.
    func receive(into bytes: inout [UInt8]) -> Bool {
        var hasMoved = flush()
        while !hasEnded, bytes.count < Self.room, receiveOnce(into: &bytes) { hasMoved = true }
        return hasMoved || hasEnded && !isLast
    }

    private func receiveOnce(into bytes: inout [UInt8]) -> Bool {
        switch socket?.read(into: &bytes) ?? .ended {
        case .bytes: return true
        case .wouldBlock: return false
        case .ended:
            hasEnded = true
            return false
        }
    }

    func send(_ bytes: some Sequence<UInt8>) {
        outgoing += bytes
        _ = flush()
    }

    /// Ends our side after everything was sent.
    func finish() {
        guard !isLast else { return }
        isLast = true
        if outgoing.isEmpty { socket?.finishWriting() }
        _ = flush()
    }

    private func flush() -> Bool {
        var sent = 0
        defer {
            outgoing.removeFirst(sent)
            if sent > 0, isLast, outgoing.isEmpty { socket?.finishWriting() }
            if isOver {
                socket?.forgetAtClose()
                socket = nil
            }
        }
        while sent < outgoing.count {
            switch socket?.write(outgoing[sent...]) ?? .ended {
            case .bytes(let count): sent += count
            case .wouldBlock: return sent > 0
            case .ended: sent = outgoing.count
            }
        }
        return sent > 0
    }
}
