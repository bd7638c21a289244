import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Servers that stop, cut connections or read late.
struct ServerFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let serverFault: ServerFault
        var versions = TLSVersion.v1_2 ... .v1_3
        let end: ClientEnd
        var hasShownCertificates = true

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "closes after its certificate",
            serverFault: .stop(after: .certificate, .close),
            end: .closed
        ),
        Case(
            name: "closes after its certificate, in TLS 1.2",
            serverFault: .stop(after: .certificate, .close),
            versions: .v1_2 ... .v1_2,
            end: .closed
        ),
        Case(
            name: "resets after its certificate",
            serverFault: .stop(after: .certificate, .reset),
            end: .closed
        ),
        Case(
            name: "stalls after its certificate",
            serverFault: .stop(after: .certificate, .stall),
            end: .timedOut
        ),
        Case(
            name: "closes after its hello",
            serverFault: .stop(after: .serverHello, .close),
            end: .closed,
            hasShownCertificates: false
        ),
        Case(name: "reads late", serverFault: .readLate, end: .answered),
        Case(
            name: "closes on the newest version",
            serverFault: .closeNewest,
            end: .closed,
            hasShownCertificates: false
        ),
        Case(
            name: "closes only on the newest version",
            serverFault: .closeNewest,
            versions: .v1_2 ... .v1_2,
            end: .answered
        ),
    ]

    @Test(arguments: cases)
    func `the client observes the server's fault`(_ example: Case) throws {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.serverFault = example.serverFault
        if case .stop = example.serverFault { presentation.engine = .hatpin }
        let start = ContinuousClock.now
        let (end, seen) = try Loopback().exchange(
            presentation,
            with: client(example.versions),
            // Each deadline is long enough for a handshake on a busy machine.
            deadline: example.end == .timedOut ? .seconds(1) : .seconds(20)
        )
        #expect(end == example.end)
        #expect(seen.requested == (example.end == .answered))
        #expect(seen.hasShownCertificates == example.hasShownCertificates)
        #expect(seen.hello != nil)
        if example.serverFault == .readLate { #expect(.now - start >= ServerFault.pause) }
    }

    @Test(arguments: [ServerFault.greetInPlaintext, .garbage, .closeAfterHello])
    func `client and server finish an exchange without a handshake`(serverFault: ServerFault) throws
    {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.serverFault = serverFault
        let (loopback, secrets) = (try Loopback(), Secrets())
        let server = try Server(presentation, on: loopback, secrets: secrets)
        let endpoint = Endpoint(
            origin: server.address,
            proxy: nil,
            path: "/" + secrets.challenge,
            answer: secrets.token,
            deadline: .now + .seconds(20)
        )
        let dialer = try Dialer(client(.v1_2 ... .v1_3), to: endpoint, on: loopback)
        try step([server, dialer], until: endpoint.deadline)
        #expect(server.isOver && dialer.isOver)
    }

    private func client(_ versions: ClosedRange<TLSVersion>) -> Client {
        Client(
            host: "www.example.test",
            serverName: "www.example.test",
            offer: TLSOffer(versions: versions)
        ) { _ in .proceed }
    }

    @Test(arguments: [
        (first: TLSVersion.v1_2 ... .v1_3, second: TLSVersion.v1_2 ... .v1_2, weaker: "present"),
        (.v1_2 ... .v1_2, .v1_2 ... .v1_3, "absent"), (.v1_2 ... .v1_3, .v1_2 ... .v1_3, "absent"),
    ])
    func `detects a client that offers fewer versions in its second connection`(
        first: ClosedRange<TLSVersion>,
        second: ClosedRange<TLSVersion>,
        weaker: String
    ) throws {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.serverFault = .closeAfterHello
        let (loopback, secrets) = (try Loopback(), Secrets())
        let server = try Server(presentation, on: loopback, secrets: secrets)
        for versions in [first, second] {
            let endpoint = Endpoint(
                origin: server.address,
                proxy: nil,
                path: "/" + secrets.challenge,
                answer: secrets.token,
                deadline: .now + .seconds(20)
            )
            let dialer = try Dialer(client(versions), to: endpoint, on: loopback)
            try step([server, dialer], until: endpoint.deadline)
        }
        let hello = try #require(server.observation.hello)
        #expect(HelloField.weakening.value(in: hello) == weaker)
        #expect(server.observation.connections == 2)
    }

    /// RFC 7507 §3: the server supports TLS 1.3, which the client does not offer.
    @Test(arguments: [(isFallback: true, alert: [UInt8]([2, 86])), (false, [])])
    func `rejects a client that signals a fallback`(
        isFallback: Bool,
        alert: [UInt8]
    ) throws {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.serverFault = .closeNewest
        // ECDHE-ECDSA with AES-128-GCM, and TLS_FALLBACK_SCSV.
        let suites: [UInt8] = [0xc0, 0x2b] + (isFallback ? [0x56, 0] : [])
        let extensions = [
            Extension(10, [0, 2, 0, 23]), Extension(11, [1, 0]), Extension(13, [0, 2, 4, 3]),
        ]
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, UInt8(suites.count)] + suites
            + [1, 0] + extensions.encoded
        let message = HandshakeType.clientHello.message(body)
        let record = [22, 3, 1, UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message
        let (answer, seen) = try Loopback().open(presentation, deadline: .seconds(20)) { endpoint in
            try? self.answer(to: record, of: endpoint.origin)
        }
        // A record with an alert, or with the server's flight.
        let isAlert = answer?.first == 21
        #expect(isAlert == isFallback)
        #expect(!isAlert || Array(answer?.dropFirst(5).prefix(2) ?? []) == alert)
        #expect(isAlert || answer?.first == 22)
        #expect(!seen.requested)
    }

    @Test func `only the two faults that stop within the handshake keep the client waiting`() {
        let names = NamedServerFault.catalogue.filter(\.stalls).map(\.name)
        #expect(names == ["stall-after-server-hello", "stall-after-certificate"])
    }

    /// Returns the first bytes of the server's answer.
    private func answer(to bytes: [UInt8], of address: LoopbackAddress) throws -> [UInt8] {
        let connection = Connection(try Socket.connecting(to: address))
        connection.sendPlain(bytes)
        while connection.preface.count < 7, !connection.hasPeerEnded {
            _ = connection.transfer()
            var polled = [connection.interest]
            // This time is long for a server on the same machine.
            guard poll(&polled, 1, 5_000) > 0 else { break }
        }
        defer { connection.finish() }
        return connection.preface
    }
}
