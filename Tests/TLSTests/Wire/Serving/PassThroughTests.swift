import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

struct PassThroughTests {
    /// Returns an endpoint, as a client of its pass-through proxy sees it.
    private static func tunnelled(_ endpoint: Endpoint) throws -> Endpoint {
        let proxy: LoopbackAddress = try #require(endpoint.passThrough)
        return Endpoint(
            origin: endpoint.origin,
            proxy: proxy,
            path: endpoint.path,
            answer: endpoint.answer,
            deadline: endpoint.deadline
        )
    }

    @Test(arguments: [(CertificateAnswer.proceed, true), (.refuse(.certificateUnknown), false)])
    func `a client behind a pass-through proxy gets the origin's certificate and is observed`(
        answer: CertificateAnswer,
        isAccepted: Bool
    ) throws {
        let server = try TestServer()
        let loopback = try Loopback()
        var shown: [[UInt8]] = []
        let (end, seen) = try loopback.open(
            Presentation(credential: server.credential),
            deadline: .seconds(20),
            passesThrough: true
        ) { endpoint in
            Result {
                let client = Client(host: "www.example.test", serverName: "www.example.test") {
                    shown = $0.chain
                    return answer
                }
                let endpoint = try Self.tunnelled(endpoint)
                let dialer = try Dialer(client, to: endpoint, on: loopback)
                try step([dialer], until: endpoint.deadline)
                return dialer.end
            }
        }
        #expect(try (end.get() == .answered) == isAccepted)
        #expect(shown == server.credential.chain)
        #expect(seen.requested == isAccepted)
        #expect(seen.connections == 1)
        #expect((seen.alert == nil) == isAccepted)
    }

    @Test func `an endpoint has a pass-through proxy only on request`() throws {
        let presentation = Presentation(credential: try TestServer().credential)
        let address = try Loopback().open(presentation, deadline: .seconds(20)) { $0.passThrough }
        #expect(address.result == nil)
    }

    @Test func `a proxy passes bytes and the end of the stream in both directions`() throws {
        let tunnel = try RawTunnel()
        let client = try tunnel.connect()
        var origin: Socket?
        let toOrigin = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let toClient = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        // Bytes directly after the head are also passed on.
        var left = Array("CONNECT a:1 HTTP/1.1\r\n\r\n".utf8)[...] + toOrigin
        var leftToClient = toClient[...]
        var atClient: [UInt8] = []
        var atOrigin: [UInt8] = []
        var hasEnded = (client: false, origin: false)
        while !hasEnded.client || !hasEnded.origin {
            _ = try tunnel.proxy.advance()
            Self.send(&left, to: client)
            hasEnded.client = client.read(into: &atClient) == .ended
            if origin == nil { origin = try tunnel.listener.accepted() }
            if let descriptor = origin?.descriptor, descriptor >= 0 {
                if !leftToClient.isEmpty, case .bytes(let count)? = origin?.write(leftToClient) {
                    leftToClient = leftToClient.dropFirst(count)
                    if leftToClient.isEmpty { origin?.finishWriting() }
                }
                hasEnded.origin = origin?.read(into: &atOrigin) == .ended
            }
        }
        let answer = Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)
        // Compare outside of `#expect`: a failure message with two million bytes would not help.
        let isSame = (origin: atOrigin == toOrigin, client: atClient == answer + toClient)
        #expect(isSame == (true, true), "\(atOrigin.count) and \(atClient.count) bytes")
        _ = try tunnel.proxy.advance()
        #expect(tunnel.proxy.isOver)
    }

    /// A proxy that reports progress is called again at once.
    @Test func `a proxy reports progress only after passing bytes`() throws {
        let tunnel = try RawTunnel()
        let client = try tunnel.connect()
        var left = Array("CONNECT a:1 HTTP/1.1\r\n\r\n".utf8)[...]
        var answer: [UInt8] = []
        while answer.isEmpty {
            _ = try tunnel.proxy.advance()
            Self.send(&left, to: client, ends: false)
            _ = client.read(into: &answer)
        }
        var origin: Socket?
        while origin == nil { origin = try tunnel.listener.accepted() }
        var atClient: [UInt8] = []
        for _ in 0..<3 {
            #expect(try !tunnel.proxy.advance())
            _ = origin?.write([1])
            // On a busy machine, the kernel is not done immediately.
            let deadline = ContinuousClock.now + .seconds(20)
            var hasMoved = false
            while !hasMoved, .now < deadline { hasMoved = try tunnel.proxy.advance() }
            #expect(hasMoved)
            while client.read(into: &atClient) == .wouldBlock {}
        }
        #expect(atClient == [1, 1, 1])
    }

    @Test
    func `a proxy reads nothing more from the origin while the client does not read`() throws {
        let tunnel = try RawTunnel()
        let client = try tunnel.connect()
        var left = Array("CONNECT a:1 HTTP/1.1\r\n\r\n".utf8)[...]
        var origin: Socket?
        while origin == nil {
            Self.send(&left, to: client, ends: false)
            _ = try tunnel.proxy.advance()
            origin = try tunnel.listener.accepted()
        }
        let block = [UInt8](repeating: 7, count: 65_536)[...]
        // The kernel's own buffers hold a few megabytes.
        var (rests, polled) = (0, [pollfd]())
        for _ in 0..<10_000 where rests < 3 {
            _ = origin?.write(block)
            let hasMoved = try tunnel.proxy.advance()
            polled = []
            tunnel.proxy.addInterests(to: &polled)
            // The listener and the client can wake the proxy; the origin, from which it does not
            // read, cannot.
            let isFull = polled.map { $0.fd >= 0 } == [true, true, false]
            rests = isFull && !hasMoved ? rests + 1 : 0
        }
        #expect(rests == 3)
        #expect(polled.map(\.events) == [POLLIN, POLLIN | POLLOUT, 0].map(Int16.init))
        withExtendedLifetime(client) {}
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 405 ", true),
        (String(repeating: "x", count: 20_000), "", false), ("CONNECT a:1", "", true),
    ])
    func `rejects everything except CONNECT`(request: String, status: String, ends: Bool) throws {
        let tunnel = try RawTunnel()
        let client = try tunnel.connect()
        var left = Array(request.utf8)[...]
        var answer: [UInt8] = []
        var end = Socket.Transfer.wouldBlock
        while end != .ended {
            _ = try tunnel.proxy.advance()
            Self.send(&left, to: client, ends: ends)
            end = client.read(into: &answer)
        }
        #expect(String(decoding: answer.prefix(status.utf8.count), as: UTF8.self) == status)
        #expect(answer.isEmpty == status.isEmpty)
        #expect(try tunnel.listener.accepted() == nil)
    }

    /// Sends what is possible without waiting, and shuts down after the last byte.
    private static func send(
        _ bytes: inout ArraySlice<UInt8>,
        to socket: borrowing Socket,
        ends: Bool = true
    ) {
        guard !bytes.isEmpty, case .bytes(let count) = socket.write(bytes) else { return }
        bytes = bytes.dropFirst(count)
        if ends, bytes.isEmpty { socket.finishWriting() }
    }
}

/// A proxy in front of a listener without TLS.
private struct RawTunnel: ~Copyable {
    let listener: Socket
    let proxy: PassThrough

    init() throws {
        let listener = try Socket.listening(on: .ipv4)
        proxy = try PassThrough(to: LoopbackAddress(family: .ipv4, port: listener.port()))
        self.listener = listener
    }

    borrowing func connect() throws -> Socket { try Socket.connecting(to: proxy.address) }
}
