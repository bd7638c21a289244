import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Connections by name, and the ends of connections with much data.
struct OutwardDialTests {
    private func dial(
        _ host: String,
        _ port: UInt16,
        isAllowed: @escaping (NetworkAddress) -> Bool = { _ in true }
    ) throws(DialFault) -> Socket {
        let dial = OutwardDial(
            ConnectTarget(host: host, port: port),
            by: Resolver {},
            until: .now + .seconds(20),
            isAllowed: isAllowed
        )
        while true {
            if let socket = try dial.advance() { return socket }
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `connects to a host by name or address`(host: String) throws {
        let listener = try Socket.listening(on: .ipv4)
        let socket = try dial(host, listener.port())
        #expect(try socket.peer().port == listener.port())
    }

    @Test func `reports a closed port`() throws {
        let fault = #expect(throws: DialFault.self) { _ = try dial("127.0.0.1", 1) }
        #expect(fault?.description == "127.0.0.1:1: Connection refused")
    }

    @Test func `reports an unknown name`() throws {
        let fault = #expect(throws: DialFault.self) { _ = try dial("no-such-host.invalid", 1) }
        guard case .unknownHost? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test func `does not connect to an address that is not allowed`() throws {
        let listener = try Socket.listening(on: .ipv4)
        let port = try listener.port()
        #expect(throws: DialFault.forbidden) {
            _ = try dial("localhost", port) { !$0.unmapped.isLoopback }
        }
        #expect(try listener.accepted() == nil)
    }

    /// Two addresses of a host.
    ///
    /// The first address belongs to a listener with a full backlog, so that the kernel answers no
    /// SYN; the second accepts.
    @Test(arguments: [
        (patience: Duration.milliseconds(200), deadline: Duration.seconds(20), isReached: true),
        (patience: .seconds(20), deadline: .milliseconds(20), isReached: false),
    ])
    func `tries the next address after a silent address, until the deadline`(
        patience: Duration,
        deadline: Duration,
        isReached: Bool
    ) throws {
        let local = LoopbackAddress(family: .ipv4, port: 0).networkAddress
        let silent = try Socket.listening(on: local, backlog: 0)
        let waiting = try [0, 1].map { _ in Connection(try Socket.connecting(to: silent.local())) }
        let listener = try Socket.listening(on: .ipv4)
        let dial = OutwardDial(
            Resolver.Lookup(.success([try silent.local(), try listener.local()])),
            patience: patience,
            until: .now + deadline
        )
        let reached = Result { () throws(DialFault) in
            while true {
                if let socket = try dial.advance() { return try? socket.peer() }
            }
        }
        #expect(reached == (isReached ? .success(try listener.local()) : .failure(.timedOut)))
        withExtendedLifetime(waiting) {}
    }

    @Test func `all sent bytes arrive before the end of the stream`() throws {
        let listener = try Socket.listening(on: .ipv4)
        let sender = Connection(try Socket.connecting(to: listener.local()))
        // These bytes are more than the kernel's buffers hold (net.ipv4.tcp_wmem: 4 MB).
        sender.sendPlain([UInt8](repeating: 7, count: 16 << 20))
        sender.finish()
        #expect(sender.unsent > 0)
        var receiver: Connection?
        let deadline = ContinuousClock.now + .seconds(20)
        var received = 0
        while receiver?.hasPeerEnded != true, ContinuousClock.now < deadline {
            if receiver == nil, let socket = try listener.accepted() {
                receiver = Connection(socket)
                receiver?.longestPreface = .max
            }
            let unsent = sender.unsent
            let hasMoved = sender.transfer()
            if sender.unsent < unsent { #expect(hasMoved) }
            _ = receiver?.transfer()
            received += receiver?.takePreface().count ?? 0
        }
        #expect(received == 16 << 20)
    }

    @Test func `does not read from a paused connection`() throws {
        let listener = try Socket.listening(on: .ipv4)
        let sender = Connection(try Socket.connecting(to: listener.local()))
        sender.sendPlain("a")
        let receiver = try listener.nextConnection()
        receiver.takesInput = false
        #expect(!receiver.transfer())
        #expect(receiver.interest.fd == -1)
        receiver.takesInput = true
        while !receiver.transfer() {}
        #expect(receiver.preface == [97])
        // The peer's end also counts as progress.
        sender.finish()
        while !receiver.transfer() {}
        #expect(receiver.hasPeerEnded)
    }
}
