import Crypto
import Testing

@testable import TLS

/// Servers of our own engine, tested with libssl's client.
@Suite("Servers of our own engine")
struct ScriptedServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var version = TLSVersion.v1_3
        var violations: [String] = []
        let end: @Sendable (ClientEnd) -> Bool
        var requested = false
        var missed: String?

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "TLS 1.3", end: { $0 == .answered }, requested: true),
        Case(name: "TLS 1.2", version: .v1_2, end: { $0 == .answered }, requested: true),
        Case(
            name: "a proof over another transcript",
            violations: ["wrong-transcript"],
            end: { $0.cause == .handshakeSignature }
        ),
        Case(
            name: "a wrong Finished",
            version: .v1_2,
            violations: ["wrong-finished"],
            end: { $0.cause == .other }
        ),
        Case(
            name: "a violation of another version",
            version: .v1_2,
            violations: ["wrong-transcript"],
            end: { $0 == .answered },
            requested: true,
            missed: "no wrong-transcript: client and server agree on another version of TLS"
        ),
        Case(
            name: "a version that the client lacks",
            version: .v1_1,
            violations: ["wrong-finished"],
            end: { $0 != .answered },
            missed: "client and server have no version, suite or group in common"
        ),
    ]

    @Test(arguments: cases)
    func `the server commits the configured violations`(_ example: Case) throws {
        var presentation = Presentation(
            credential: try TestServer().credential,
            offer: TLSOffer(versions: example.version...example.version)
        )
        presentation.engine = .hatpin
        presentation.violations = try example.violations.map { name in
            try #require(Violation.catalogue.first { $0.name == name })
        }
        let (end, seen) = try exchange(presentation)
        #expect(example.end(end), "\(end)")
        #expect(seen.requested == example.requested)
        #expect(seen.missedOccasion == example.missed)
        // A server without violations reports no occasion, which says whether violations were
        // possible.
        if example.violations.isEmpty { #expect(seen.occasion == nil) }
    }

    @Test func `a failure of libcrypto is not reported as a rejection`() throws {
        var presentation = Presentation(credential: try TestServer().credential)
        presentation.engine = .hatpin
        presentation.violations = [
            Violation(
                "unsigned",
                about: "",
                gain: .nothing,
                rule: "",
                versions: [.v1_3],
                alert: nil
            ) {
                (script, _) throws(NoOccasion) in
                try script.editProof { $0.signature = .eddsa }
            }
        ]
        let (end, seen) = try exchange(presentation)
        #expect(end != .answered)
        #expect(
            seen.missedOccasion == "the server cannot continue: sign: p256 does not sign with eddsa"
        )
    }

    /// The server's key is a P-256 key.
    @Test(
        arguments: [
            ([.x448], nil, true), ([], nil, false), (nil, [], false),
            (nil, [.ecdsaSecp256r1SHA256], true), (nil, [.ed25519], false),
            (nil, [.ed25519, .ecdsaSecp256r1SHA256], true),
        ] as [([NamedGroup]?, [HandshakeScheme]?, Bool)]
    )
    func `the server agrees only on groups and schemes of its lists`(
        groups: [NamedGroup]?,
        schemes: [HandshakeScheme]?,
        isMet: Bool
    ) throws {
        var presentation = Presentation(
            credential: try TestServer().credential,
            offer: TLSOffer(versions: .v1_3 ... .v1_3)
        )
        presentation.engine = .hatpin
        (presentation.groups, presentation.schemes) = (groups, schemes)
        #expect(try exchange(presentation).observation.requested == isMet)
    }

    @Test func `the attack was delivered even if the client's next connection lacks the violation`()
        throws
    {
        var presentation = Presentation(credential: try TestServer().credential)
        presentation.engine = .hatpin
        presentation.violations = Violation.catalogue.filter { $0.name == "wrong-transcript" }
        let (loopback, secrets) = (try Loopback(), Secrets())
        let server = try Server(presentation, on: loopback, secrets: secrets)
        var seen: [Occasion?] = []
        for version in [TLSVersion.v1_2, .v1_3, .v1_2] {
            let client = Client(
                host: "www.example.test",
                serverName: nil,
                offer: TLSOffer(versions: version...version)
            ) { _ in .proceed }
            let endpoint = Endpoint(
                origin: server.address,
                proxy: nil,
                path: "/" + secrets.challenge,
                answer: secrets.token,
                deadline: .now + .seconds(60)
            )
            let dialer = try Dialer(client, to: endpoint, on: loopback)
            // A handshake takes about ten rounds; the bound stops a server that never ends.
            for _ in 0..<1_000_000 where !(dialer.isOver && server.isOver) {
                _ = try dialer.advance()
                _ = try server.advance()
            }
            seen.append(server.observation.occasion)
        }
        #expect(
            seen == [
                .missing("no wrong-transcript: client and server agree on another version of TLS"),
                .given, .given,
            ]
        )
    }

    @Test
    func `the scripted server sends certificates that libssl cannot decode`()
        throws
    {
        let served = try TestServer().credential
        var presentation = Presentation(
            credential: Credential(chain: [[0x30, 0]] + served.chain, key: served.key)
        )
        let (end, seen) = try exchange(presentation)
        #expect(end.cause != nil && seen.hasShownCertificates && !seen.requested)
        #expect(try !Loopback().canLoad(presentation))
        presentation.engine = .libssl
        #expect(throws: WireError.self) { try exchange(presentation) }
    }

    private func exchange(
        _ presentation: Presentation
    ) throws -> (end: ClientEnd, observation: Observation) {
        try Loopback().exchange(
            presentation,
            with: Client(host: "www.example.test", serverName: "www.example.test") { _ in .proceed
            },
            deadline: .seconds(20)
        )
    }
}
