import Basics
import Crypto
import Forge
import Foundation
import Testing
import X509

@testable import TLS

/// Exchanges over real sockets: what the server observed, and how the client ended.
struct ExchangeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3
        var family = LoopbackFamily.ipv4
        var serverFault: ServerFault?
        var answer = CertificateAnswer.proceed
        /// The deadline in milliseconds; only a silent server is waited for that long.
        var deadline = 5_000
        let end: @Sendable (ClientEnd) -> Bool
        let requested: Bool
        var alert: String?

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "an accepted certificate", end: { $0 == .answered }, requested: true),
        Case(
            name: "over IPv6",
            family: .ipv6,
            end: { $0 == .answered },
            requested: true
        ),
        Case(
            name: "TLS 1.2 alone",
            versions: .v1_2 ... .v1_2,
            end: { $0 == .answered },
            requested: true
        ),
        Case(
            name: "a server with a version below the client's minimum",
            versions: .v1_0 ... .v1_1,
            end: { $0.cause == .alert(70) || $0.cause == .version },
            requested: false
        ),
        Case(
            name: "a rejection in TLS 1.3",
            versions: .v1_3 ... .v1_3,
            answer: .refuse(.certificateExpired),
            end: { $0.cause == .refused },
            requested: false,
            alert: "certificate-expired"
        ),
        Case(
            name: "a rejection in TLS 1.2",
            versions: .v1_2 ... .v1_2,
            answer: .refuse(.unknownCA),
            end: { $0.cause == .refused },
            requested: false,
            alert: "unknown-ca"
        ),
        Case(
            name: "a silent server",
            serverFault: .hang,
            deadline: 200,
            end: { $0 == .timedOut },
            requested: false
        ),
        Case(
            name: "a server that closes after the ClientHello",
            serverFault: .closeAfterHello,
            end: { $0 == .closed },
            requested: false
        ),
        Case(
            name: "a server that does not speak TLS",
            serverFault: .garbage,
            end: { $0.cause == .notTLS },
            requested: false
        ),
        Case(
            name: "a server that greets in plaintext",
            serverFault: .greetInPlaintext,
            end: { $0.cause == .notTLS },
            requested: false
        ),
        Case(
            name: "a server that closes when the request has come",
            serverFault: .closeAfterRequest,
            end: { $0 == .closed },
            requested: true
        ),
    ]

    @Test(arguments: cases)
    func `the server observes the actions of the client`(_ example: Case) throws {
        let served = try TestServer()
        let (end, seen) = try Loopback().exchange(
            Presentation(
                credential: served.credential,
                offer: TLSOffer(versions: example.versions),
                family: example.family,
                serverFault: example.serverFault
            ),
            with: Client(host: "www.example.test", serverName: "www.example.test") { _ in
                example.answer
            },
            deadline: .milliseconds(example.deadline)
        )
        #expect(example.end(end), "\(end)")
        #expect(seen.requested == example.requested)
        #expect(seen.alert?.name == example.alert)
        #expect(seen.connections == 1)
    }

    @Test(arguments: ["HTTP/1.1 403 Forbidden", "HTTP/1.1 200", "HTTP/1.0 200 OK"])
    func `reports a proxy that opens no tunnel`(line: String) throws {
        let proxy = try Socket.listening(on: .ipv4)
        let address = LoopbackAddress(family: .ipv4, port: try proxy.port())
        let endpoint = Endpoint(
            origin: address,
            proxy: address,
            path: "/",
            answer: "",
            deadline: .now + .seconds(20)
        )
        let client = Client(host: "www.example.test", serverName: nil) { _ in .proceed }
        let dialer = try Dialer(client, to: endpoint, on: try Loopback())
        var accepted: Socket?
        while !dialer.isOver, ContinuousClock.now < endpoint.deadline {
            _ = try dialer.advance()
            if accepted == nil {
                accepted = try proxy.accepted()
                _ = accepted?.write(Array("\(line)\r\n\r\n".utf8)[...])
                accepted?.finishWriting()
            }
        }
        #expect(dialer.end == .proxyRefused(line))
    }

    @Test func `exchanges leave no connection in TIME-WAIT`() throws {
        let served = try TestServer()
        let loopback = try Loopback()
        let before = try socketsInTimeWait()
        let presentations = [
            Presentation(credential: served.credential),
            Presentation(credential: served.credential, proxy: .serve(served.credential)),
            Presentation(credential: served.credential, serverFault: .closeAfterHello),
        ]
        for presentation in presentations {
            for answer in [CertificateAnswer.proceed, .refuse(.unknownCA)] {
                for _ in 0..<100 {
                    _ = try loopback.exchange(
                        presentation,
                        with: Client(host: "www.example.test", serverName: nil) { _ in answer },
                        deadline: .seconds(5)
                    )
                }
            }
        }
        // Other tests have connections at the same time; the connections of this test would have
        // left 800.
        #expect(try socketsInTimeWait() - before < 500)
    }

    @Test(arguments: [
        (requests: [] as [Occasion?], occasion: nil as Occasion?, hasAccepted: false),
        ([nil], nil, true), ([.given], .given, true),
        // Another connection, on which the attack was impossible.
        ([.missing("no session")], .given, false),
        ([.missing("no session")], .missing("no session"), true),
        ([.missing("no session"), .given], .given, true),
    ])
    func `a request shows acceptance only on the connection with the attack`(
        requests: [Occasion?],
        occasion: Occasion?,
        hasAccepted: Bool
    ) {
        var observation = Observation()
        for request in requests { observation.takeRequest(on: request) }
        observation.occasion = occasion
        #expect(observation.hasAccepted == hasAccepted)
    }

    @Test(arguments: [
        (Duration.milliseconds(-1), CInt(0)), (.zero, 0), (.nanoseconds(1), 1),
        (.milliseconds(1_500), 1_501), (.seconds(Int64.max), .max),
    ])
    func `rounds the timeout of a wait up to milliseconds`(duration: Duration, milliseconds: CInt) {
        #expect(duration.pollTimeout == milliseconds)
    }

    @Test func `a client that has sent a request accepts, whatever a later connection does`() throws
    {
        let served = try TestServer()
        let loopback = try Loopback()
        let secrets = Secrets()
        let presentation = Presentation(credential: served.credential)
        let server = try Server(presentation, on: loopback, secrets: secrets)
        var ends: [ClientEnd?] = []
        for known in [secrets, Secrets()] {
            let dialer = try Dialer(
                Client(host: "www.example.test", serverName: nil) { _ in .proceed },
                to: Endpoint(
                    origin: server.address,
                    proxy: nil,
                    path: "/" + known.challenge,
                    answer: known.token,
                    deadline: .now + .seconds(60)
                ),
                on: loopback
            )
            // A handshake takes about ten rounds; the bound stops a server that never ends.
            for _ in 0..<1_000_000 where !(dialer.isOver && server.isOver) {
                _ = try dialer.advance()
                _ = try server.advance()
            }
            ends.append(dialer.end)
        }
        #expect(ends == [.answered, .wrongAnswer])
        #expect(server.observation.connections == 2)
        #expect(server.observation.requested)
    }

    @Test func `a hanging server uses no processor time`() throws {
        let served = try TestServer()
        let before = processorTime()
        _ = try Loopback().exchange(
            Presentation(credential: served.credential, serverFault: .hang),
            with: Client(host: "www.example.test", serverName: nil) { _ in .proceed },
            deadline: .seconds(1)
        )
        // Busy waiting would use the whole second.
        #expect(processorTime() - before < 0.5)
    }

    @Test func `sends a chain of any length`() throws {
        let served = try TestServer()
        let extras = [[UInt8]](repeating: served.credential.chain[1], count: 400)
        var shown = 0
        let (end, _) = try Loopback().exchange(
            Presentation(
                credential: Credential(
                    chain: served.credential.chain + extras,
                    key: served.credential.key
                )
            ),
            with: Client(host: "www.example.test", serverName: nil) {
                shown = $0.chain.count
                return .proceed
            },
            deadline: .seconds(5)
        )
        #expect(end == .answered)
        #expect(shown == 402)
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `the client receives the chain exactly as the server sends it`(version: TLSVersion) throws
    {
        let served = try TestServer()
        let chain = served.credential.chain + [served.credential.chain[1]]
        var shown: [[UInt8]] = []
        _ = try Loopback().exchange(
            Presentation(
                credential: Credential(chain: chain, key: served.credential.key),
                offer: TLSOffer(versions: version...version)
            ),
            with: Client(host: "www.example.test", serverName: nil) {
                shown = $0.chain
                return .proceed
            },
            deadline: .seconds(5)
        )
        #expect(shown == chain)
    }

    @Test(
        arguments: [TLSVersion.v1_2, .v1_3],
        [KeyAlgorithm.rsa2048, .p256, .p384, .p521, .ed25519, .ed448]
    )
    func `a handshake signed with another key fails`(
        version: TLSVersion,
        algorithm: KeyAlgorithm
    ) throws {
        let served = try TestServer(algorithm)
        let impostor = try served.pki.key("intermediate").impostor(showing: served.credential.key)
        let (end, seen) = try Loopback().exchange(
            Presentation(
                credential: Credential(chain: served.credential.chain, key: impostor),
                offer: TLSOffer(versions: version...version)
            ),
            with: Client(host: "www.example.test", serverName: nil) { _ in .proceed },
            deadline: .seconds(5)
        )
        #expect(end.cause == .handshakeSignature)
        #expect(!seen.requested)
    }

    @Test func `an interceptor sends its own certificate and relays everything else`() throws {
        let served = try TestServer()
        let fetched = Fetched()
        let mint: @Sendable ([UInt8]) throws -> Credential = { origin in
            fetched.certificate = origin
            let minted = try served.pki.lookAlike(of: origin, issuedBy: "proxy-root")
            return Credential(chain: [minted.certificate], key: minted.key)
        }
        var shown: [[UInt8]] = []
        let (end, seen) = try Loopback().exchange(
            Presentation(credential: served.credential, proxy: .mint(mint)),
            with: Client(host: "www.example.test", serverName: "www.example.test") {
                shown = $0.chain
                return .proceed
            },
            deadline: .seconds(5)
        )
        #expect(end == .answered)
        #expect(seen.requested)
        #expect(fetched.certificate == served.credential.chain[0])
        #expect(shown.count == 1 && shown != [served.credential.chain[0]])
    }

    @Test func `an interceptor forgets connections that have ended`() throws {
        let served = try TestServer()
        let presentation = Presentation(
            credential: served.credential,
            proxy: .serve(served.credential)
        )
        let loopback = try Loopback()
        let servers = try Servers(presentation, on: loopback)
        for _ in 0..<2 {
            let client = Client(host: "www.example.test", serverName: nil) { _ in .proceed }
            let end = ContinuousClock.now + .seconds(20)
            let dialer = try Dialer(client, to: servers.endpoint(until: end), on: loopback)
            try step(servers.participants + [dialer], until: end)
            #expect(dialer.end == .answered)
        }
        let interceptor = try #require(servers.participants.first { $0 is Interceptor })
        let relays = Mirror(reflecting: interceptor).descendant("relays")
        #expect((relays as? [Any])?.isEmpty == true)
    }

    @Test func `an interceptor observes the alert of a client that rejects the interceptor`() throws
    {
        let served = try TestServer()
        let (end, seen) = try Loopback().exchange(
            Presentation(credential: served.credential, proxy: .serve(served.credential)),
            with: Client(host: "::1", serverName: nil) { _ in .refuse(.certificateUnknown) },
            deadline: .seconds(5)
        )
        #expect(end.cause == .refused)
        #expect(!seen.requested)
        #expect(seen.alert?.name == "certificate-unknown")
    }
}

/// Returns the processor time of this thread, which runs the exchange, in seconds.
private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the kernel's count of connections in TIME-WAIT, which keep their ports for a minute.
private func socketsInTimeWait() throws -> Int {
    let text = try String(contentsOfFile: "/proc/net/sockstat", encoding: .utf8)
    let words = text.split { $0 == " " || $0 == "\n" }
    let place = try #require(words.firstIndex(of: "tw"))
    return try #require(Int(words[place + 1]))
}

extension ClientEnd {
    /// The reason why TLS failed; nil if it did not.
    var cause: TLSFailure.Cause? {
        guard case .failed(let failure) = self else { return nil }
        return failure.cause
    }
}

/// The certificate that an interceptor fetched; one thread runs an exchange.
private final class Fetched: @unchecked Sendable {  // written and read by the test's thread
    var certificate: [UInt8] = []
}

/// A leaf under an intermediate, and the root of a proxy.
struct TestServer {
    let pki: ForgedPKI
    let credential: Credential

    /// Makes the certificates, with keys of one kind for the end entity and its issuer.
    init(_ algorithm: KeyAlgorithm = .p256) throws {
        var leaf = Entity(role: .endEntity, issuer: .entity("intermediate"))
        leaf.subjectAlternativeNames = [.dns("www.example.test")]
        leaf.key = algorithm
        var intermediate = Entity(role: .intermediateCA, issuer: .entity("root"))
        intermediate.key = algorithm
        let pki = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": intermediate,
            "leaf": leaf,
            "proxy-root": Entity(role: .rootCA, issuer: .itself),
        ]).forge(seed: 1, at: Instant(seconds: 1_700_000_000))
        self.pki = pki
        credential = Credential(
            chain: try ["leaf", "intermediate"].map { try #require(pki.members[$0]).certificate },
            key: try pki.key("leaf")
        )
    }
}

extension ForgedPKI {
    fileprivate func key(_ entity: String) throws -> PrivateKey {
        try #require(members[entity]).key
    }
}
