import Forge
import Testing
import X509

@testable import Crypto
@testable import TLS

/// The judge gets the stapled responses, in both framings (RFC 6066 §8, RFC 8446 §4.4.2.1).
struct StapleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let staple: [UInt8]?

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "nothing", staple: nil),
        Case(name: "an error of the responder", staple: [0x30, 0x03, 0x0a, 0x01, 0x03]),
        Case(name: "bytes that are not a response", staple: Array("no response".utf8)),
        Case(name: "16 KB", staple: [UInt8](repeating: 0x2a, count: 16_000)),
    ]

    @Test(arguments: cases, [TLSVersion.v1_0, .v1_1, .v1_2, .v1_3])
    func `the client receives the stapled responses`(
        _ example: Case,
        version: TLSVersion
    ) throws {
        let served = try TestServer()
        var credential = served.credential
        credential.staples = [example.staple]
        var shown: [ShownCertificates] = []
        let (end, _) = try Loopback().exchange(
            Presentation(credential: credential, offer: TLSOffer(versions: version...version)),
            with: Client(
                host: "www.example.test",
                serverName: nil,
                offer: TLSOffer(versions: .v1_0 ... .v1_3)
            ) {
                shown.append($0.withoutConnection)
                return .proceed
            },
            deadline: .seconds(5)
        )
        #expect(end == .answered)
        #expect(shown == [credential.shown])
    }

    @Test(
        arguments: [TLSVersion.v1_2, .v1_3],
        [CertificateAlert.certificateRevoked, .certificateExpired]
    )
    func `rejects a staple with a specific alert`(
        version: TLSVersion,
        alert: CertificateAlert
    ) throws {
        let served = try TestServer()
        var credential = served.credential
        credential.staples = [[0x30, 0x03, 0x0a, 0x01, 0x03]]
        let (end, seen) = try Loopback().exchange(
            Presentation(credential: credential, offer: TLSOffer(versions: version...version)),
            with: Client(host: "www.example.test", serverName: nil) { shown in
                shown.withoutConnection == credential.shown ? .refuse(alert) : .proceed
            },
            deadline: .seconds(5)
        )
        #expect(end != .answered)
        #expect(!seen.requested)
        let names = [
            CertificateAlert.certificateRevoked: "certificate-revoked",
            .certificateExpired: "certificate-expired",
        ]
        #expect(seen.alert?.name == names[alert])
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3], [nil, [0, 2, 0, 0], [0xbb]])
    func `the client receives the SCTs of the first certificate`(
        version: TLSVersion,
        list: [UInt8]?
    ) throws {
        let served = try TestServer()
        var credential = served.credential
        credential.scts = [list, [0xcc]]
        var presentation = Presentation(
            credential: credential,
            offer: TLSOffer(versions: version...version)
        )
        presentation.engine = .hatpin
        var offer = presentation.offer
        offer.requestsSCTs = true
        var shown: [ShownCertificates] = []
        let (end, _) = try Loopback().exchange(
            presentation,
            with: Client(host: "www.example.test", serverName: nil, offer: offer) {
                shown.append($0)
                return .proceed
            },
            deadline: .seconds(5)
        )
        #expect(end == .answered)
        #expect(shown.map(\.scts) == [list])
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3], [1, 7, 1_000])
    func `calls the certificate verifier once, even if the flight arrives in pieces`(
        version: TLSVersion,
        size: Int
    ) throws {
        let served = try TestServer()
        var credential = served.credential
        let staple = [UInt8](repeating: 0x2a, count: 300)
        credential.staples = [staple]
        var server = try TLSSession.accepting(
            .server(),
            chain: credential.chain,
            key: credential.key,
            staple: staple,
            offer: TLSOffer(versions: version...version),
            loaded: LoadedCertificates()
        )
        var shown: [ShownCertificates] = []
        var client = try TLSSession.connecting(
            .client(),
            serverName: nil,
            offer: TLSOffer(versions: version...version)
        ) {
            shown.append($0.withoutConnection)
            return .proceed
        }
        var progress = try client.handshake()
        for _ in 0..<10 where progress != .done {
            var hello: [UInt8] = []
            client.takeOutput(into: &hello)
            hello.withUnsafeBytes { server.receive($0) }
            _ = try server.handshake()
            var flight: [UInt8] = []
            server.takeOutput(into: &flight)
            for start in stride(from: 0, to: flight.count, by: size) {
                let piece = flight[start..<min(start + size, flight.count)]
                Array(piece).withUnsafeBytes { client.receive($0) }
                progress = try client.handshake()
            }
        }
        #expect(progress == .done)
        #expect(shown == [credential.shown])
    }
}

/// A handmade Certificate message of TLS 1.3: libssl 3.0 staples only for the first certificate.
struct CertificateMessageTests {
    @Test func `every certificate entry has its own staple`() {
        let status: [UInt8] = [0, 5, 0, 5, 1, 0, 0, 1, 0xaa]
        let other: [UInt8] = [0, 18, 0, 1, 0xbb]
        let body: [UInt8] =
            [0, 0, 0, 47]
            + [0, 0, 1, 0x01, 0, 0]
            + [0, 0, 1, 0x02, 0, 9] + status
            + [0, 0, 1, 0x03, 0, 14] + other + status
            + [0, 0, 1, 0x04, 0, 0]
        let shown = ShownCertificates(certificateMessage: body, isTLS13: true)
        #expect(shown.chain == [[1], [2], [3], [4]])
        #expect(shown.staples == [nil, [0xaa], [0xaa]])
        #expect(shown.scts == nil)
    }

    @Test func `in TLS 1.3, the SCTs are in the first certificate entry`() {
        let body: [UInt8] =
            [0, 0, 0, 17] + [0, 0, 1, 0x01, 0, 5, 0, 18, 0, 1, 0xbb] + [0, 0, 1, 0x02, 0, 0]
        let shown = ShownCertificates(certificateMessage: body, isTLS13: true)
        #expect(shown.chain == [[1], [2]])
        #expect(shown.scts == [0xbb])
    }

    @Test func `before TLS 1.3, the ServerHello has the SCTs`() {
        let head = [UInt8](repeating: 3, count: 34) + [1, 0xff] + [0xc0, 0x2f, 0]
        let extensions: [UInt8] = [0, 9, 0, 0, 0, 0, 0, 18, 0, 1, 0xbb]
        #expect(ShownCertificates.scts(serverHello: head + extensions) == [0xbb])
        #expect(ShownCertificates.scts(serverHello: head) == nil)
        #expect(ShownCertificates.scts(serverHello: head + extensions.dropLast()) == nil)
        #expect(ShownCertificates.scts(serverHello: Array(head.prefix(20))) == nil)
    }
}

/// The plaintext part of a flight before TLS 1.3, made by hand: other servers arrange it
/// differently from libssl.
struct PlainFlightTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var staple: [UInt8]?
        var requestsCertificate = false
        var isOver = true

        var testDescription: String { name }
    }

    private static let hello = message(2, [1, 2, 3])
    private static let certificate = message(11, [0, 0, 0])
    private static let status = message(22, [1, 0, 0, 2, 0xca, 0xfe])
    private static let request = message(13, [1, 64, 0, 0])
    private static let done = message(14, [])

    static let cases = [
        Case(
            name: "a record for each message",
            bytes: record(hello) + record(certificate) + record(status) + record(done),
            staple: [0xca, 0xfe]
        ),
        Case(
            name: "one record for all",
            bytes: record(hello + certificate + status + done),
            staple: [0xca, 0xfe]
        ),
        Case(
            name: "a message over two records",
            bytes: record(hello + certificate + status.prefix(5)) + record(status.dropFirst(5)),
            staple: [0xca, 0xfe],
            isOver: false
        ),
        Case(
            name: "no status",
            bytes: record(hello + certificate + done)
        ),
        Case(
            name: "a status before the certificate",
            bytes: record(hello + status + certificate + done)
        ),
        Case(
            name: "a status of another type",
            bytes: record(certificate + message(22, [2, 0, 0, 2, 0xca, 0xfe]) + done)
        ),
        Case(
            name: "a truncated status",
            bytes: record(certificate + message(22, [1, 0, 0, 3, 0xca, 0xfe]) + done)
        ),
        Case(
            name: "an alert in its place",
            bytes: record(certificate) + record([2, 40], type: 21)
        ),
        Case(
            name: "a request for the client's certificate",
            bytes: record(hello + certificate + request + done),
            requestsCertificate: true
        ),
        Case(
            name: "a status and a request",
            bytes: record(certificate) + record(status) + record(request) + record(done),
            staple: [0xca, 0xfe],
            requestsCertificate: true
        ),
        Case(
            name: "nothing yet",
            bytes: record(hello + certificate),
            isOver: false
        ),
        Case(
            name: "half of a status",
            bytes: record(certificate) + record(status).dropLast(),
            isOver: false
        ),
        Case(name: "nothing at all", bytes: [], isOver: false),
        Case(name: "bytes that are not TLS", bytes: Array("HTTP/1.1 200 OK".utf8)),
    ]

    @Test(arguments: cases, [1, 4, 1_000])
    func `finds the CertificateStatus message after the Certificate message`(
        _ example: Case,
        size: Int
    ) {
        var flight = PlainFlight()
        for start in stride(from: 0, to: example.bytes.count, by: size) {
            let end = min(start + size, example.bytes.count)
            Array(example.bytes[start..<end]).withUnsafeBytes { flight.receive($0) }
        }
        #expect(flight.staple == example.staple)
        #expect(flight.requestsCertificate == example.requestsCertificate)
        #expect(flight.isOver == example.isOver)
    }

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, 0, 0, UInt8(body.count)] + body
    }

    private static func record(
        _ content: some Collection<UInt8>,
        type: UInt8 = 22
    ) -> [UInt8] {
        [type, 3, 3, 0, UInt8(content.count)] + content
    }
}

extension ShownCertificates {
    /// The facts that depend on a server's credential.
    fileprivate var withoutConnection: ShownCertificates {
        ShownCertificates(chain: chain, staples: staples)
    }
}
