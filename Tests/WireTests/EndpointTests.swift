import OpenSSL
import Testing

@testable import Wire

@Suite("Endpoints for clients of their own")
struct EndpointTests {
    @Test("servers that no client visits close with their client", .timeLimit(.minutes(10)))
    func absent() throws {
        let presentation = Presentation(credential: try TestServer(.p256).credential)
        let (port, seen) = try Loopback().open(presentation, deadline: .seconds(3_600)) {
            endpoint in
            endpoint.origin.port
        }
        #expect(port > 0)
        #expect(seen == Observation())
    }

    @Test("a client that says nothing is seen, and held no longer than to the deadline")
    func silent() throws {
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
}
