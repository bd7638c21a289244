import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Endpoints for clients of their own")
struct EndpointTests {
    @Test(.timeLimit(.minutes(60)))
    func `servers without connections close as soon as the client has ended`() throws {
        let presentation = Presentation(credential: try TestServer(.p256).credential)
        let (port, seen) = try Loopback().open(presentation, deadline: .seconds(3_600)) {
            endpoint in
            endpoint.origin.port
        }
        #expect(port > 0)
        #expect(seen == Observation())
    }

    @Test func `observes a silent client until the deadline at most`() throws {
        let presentation = Presentation(credential: try TestServer(.p256).credential)
        let start = ContinuousClock.now
        let (socket, seen) = try Loopback().open(presentation, deadline: .milliseconds(300)) {
            endpoint in
            Result { try Connection(Socket.connecting(to: endpoint.origin)) }
        }
        #expect(throws: Never.self) { try socket.get() }
        #expect(seen.connections == 1 && !seen.requested)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test(.timeLimit(.minutes(60)))
    func `waits only briefly for connections of a client that has ended`() throws {
        let presentation = Presentation(credential: try TestServer(.p256).credential)
        let (socket, seen) = try Loopback().open(presentation, deadline: .seconds(3_600)) {
            endpoint in
            Result { try Connection(Socket.connecting(to: endpoint.origin)) }
        }
        #expect(throws: Never.self) { try socket.get() }
        #expect(seen.connections == 1 && !seen.requested)
    }

    @Test func `notices a signal that arrives between advance and the wait`() throws {
        let signal = try WakeSignal()
        let watcher = SignalWatcher(signal)
        #expect(try !watcher.advance() && !watcher.isOver)
        signal.send()
        var polled: [pollfd] = []
        watcher.addInterests(to: &polled)
        #expect(poll(&polled, nfds_t(polled.count), 0) == 1)
        #expect(!watcher.isOver, "seen by `advance` alone")
        #expect(try watcher.advance() && watcher.isOver)
        polled = []
        watcher.addInterests(to: &polled)
        #expect(polled.isEmpty, "a signal that has come would wake the servers without end")
    }
}
