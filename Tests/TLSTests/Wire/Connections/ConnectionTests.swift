import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The agreed parameters, as the client sees them and as predicted, and the text before TLS.
struct ConnectionTests {
    private static let everything = TLSOffer(versions: .v1_0 ... .v1_3)

    /// Returns the parameters that the client saw; nil if its callback was not called.
    private func told(
        _ server: TLSOffer,
        _ served: TestServer,
        on loopback: Loopback,
        clientAuthentication: ClientAuthentication? = nil
    ) throws -> (facts: ConnectionFacts?, end: ClientEnd, requested: Bool) {
        var told: ConnectionFacts?
        let (end, seen) = try loopback.exchange(
            Presentation(
                credential: served.credential,
                offer: server,
                clientAuthentication: clientAuthentication
            ),
            with: Client(host: "www.example.test", serverName: nil, offer: Self.everything) {
                told = $0.connection
                return .proceed
            },
            deadline: .seconds(5)
        )
        return (told, end, seen.requested)
    }

    @Test(arguments: [KeyAlgorithm.rsa2048, .p256, .ed25519])
    func `client and server agree on a single suite exactly if the model predicts an agreement`(
        key: KeyAlgorithm
    ) throws {
        let served = try TestServer(key)
        let loopback = try Loopback()
        for suite in CipherSuite.catalogue {
            for versions in [TLSVersion.v1_0 ... .v1_3, .v1_2 ... .v1_2, .v1_0 ... .v1_1] {
                let server = TLSOffer(versions: versions, suites: [suite])
                let (facts, end, _) = try told(server, served, on: loopback)
                let agreement = Self.everything.agreement(with: server, provedBy: key.family)
                #expect(facts?.version == agreement?.version, "\(suite.name) in \(versions)")
                #expect(facts?.cipherSuite == agreement?.suite, "\(suite.name) in \(versions)")
                #expect((end == .answered) == (agreement != nil), "\(suite.name): \(end)")
            }
        }
    }

    @Test(arguments: [KeyAlgorithm.rsa2048, .p384])
    func `the client's order of preference determines the suite`(key: KeyAlgorithm) throws {
        let served = try TestServer(key)
        let loopback = try Loopback()
        let offered = CipherSuite.offered
        for start in offered.indices {
            for versions in [TLSVersion.v1_0 ... .v1_3, .v1_2 ... .v1_2, .v1_0 ... .v1_0] {
                // The server prefers what the client likes least.
                let server = TLSOffer(versions: versions, suites: offered[start...].reversed())
                let facts = try told(server, served, on: loopback).facts
                let agreement = Self.everything.agreement(with: server, provedBy: key.family)
                #expect(facts?.version == agreement?.version, "from \(start) in \(versions)")
                #expect(facts?.cipherSuite == agreement?.suite, "from \(start) in \(versions)")
            }
        }
    }

    @Test func `stores a plaintext preface up to the limit, even if it arrives in pieces`() throws {
        var ends: [CInt] = [0, 0]
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        defer { close(ends[1]) }
        let connection = Connection(Socket(owning: ends[0]))
        connection.longestPreface = 5
        for piece in ["abc", "def", "ghi"] {
            #expect(write(ends[1], piece, 3) == 3)
            #expect(connection.transfer())
        }
        #expect(connection.takePreface() == Array("abcde".utf8))
    }

    /// RFC 9112 §2.2: a line may end without CR.
    @Test(
        arguments: [
            ("a\r\nb\r\n\r\nc", "a\r\nb\r\n\r\n"), ("a\n\nc", "a\n\n"), ("a\n\r\nc", "a\n\r\n"),
            ("a\r\n\nc", "a\r\n\n"), ("a\nb\nc", nil), ("a\nbc\n", nil), ("a\r\n\r", nil),
            ("", nil),
        ] as [(text: String, head: String?)]
    )
    func `a request head ends with its first empty line`(text: String, head: String?) throws {
        let listener = try Socket.listening(on: .ipv4)
        let peer = Connection(try Socket.connecting(to: listener.local()))
        peer.sendPlain(text)
        peer.finish()
        let connection = try listener.nextConnection()
        while !connection.hasPeerEnded { _ = connection.transfer() }
        #expect(connection.takeHead().map { String(decoding: $0, as: UTF8.self) } == head)
        let rest = text.utf8.dropFirst(head?.utf8.count ?? 0)
        #expect(connection.takePreface() == Array(rest))
    }

    @Test func `suites have the names of IANA's registry`() {
        let names = CipherSuite.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.contains("TLS_AES_128_GCM_SHA256"))
        #expect(names.contains("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"))
        #expect(names.contains("TLS_DH_anon_WITH_AES_128_CBC_SHA"))
        #expect(names.allSatisfy { CipherSuite(name: $0)?.name == $0 })
        #expect(CipherSuite(name: "TLS_RSA_WITH_IDEA_CBC_SHA") == nil)
    }

    @Test(arguments: [TLSVersion.v1_0, .v1_2, .v1_3])
    func `a client without a certificate learns that the server requests a certificate`(
        version: TLSVersion
    ) throws {
        let served = try TestServer()
        let loopback = try Loopback()
        let offer = TLSOffer(versions: version...version)
        let unasked = try told(offer, served, on: loopback)
        #expect(unasked.facts?.requestsClientCertificate == false)
        #expect(unasked.requested)

        let asked = try told(offer, served, on: loopback, clientAuthentication: .request)
        #expect(asked.facts?.requestsClientCertificate == true)
        #expect(asked.requested)

        let required = try told(offer, served, on: loopback, clientAuthentication: .require)
        #expect(required.facts?.requestsClientCertificate == true)
        #expect(!required.requested)
        guard case .failed(let failure) = required.end else {
            Issue.record("\(required.end)")
            return
        }
        // RFC 8446 §6.2 certificate_required; RFC 5246 §7.4.6 handshake_failure.
        #expect(failure.cause == .alert(version == .v1_3 ? 116 : 40))
    }
}

extension Socket {
    /// Returns the next connection, once its client has started it.
    func nextConnection() throws -> Connection {
        while true {
            if let socket = try accepted() { return Connection(socket) }
        }
    }
}
