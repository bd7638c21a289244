import Crypto
import Testing

@testable import TLS

/// The strict client accepts honest scripts and rejects every violation by its rule.
struct StrictClientTests {
    private static let newest = EngineSuite.all.filter { $0.keyExchange == .unstated }
    private static let ephemeral = EngineSuite.all.filter {
        [.ecdheRSA, .ecdheECDSA, .dheRSA].contains($0.keyExchange)
    }

    private static func offer(_ version: TLSVersion, _ group: NamedGroup) -> ClientOffer {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = version...version
        (offer.groups, offer.shared) = ([group], [group])
        return offer
    }

    private static func expectAnswer(
        _ settings: ServerSettings,
        _ offer: ClientOffer,
        _ name: String
    ) throws {
        var connection = try StrictConnection(settings, offer)
        let end = try connection.run()
        #expect(end.isAnswered, "\(name): \(end)")
        let secrets = (connection.client.log, connection.server.secrets)
        #expect(secrets.0 == secrets.1, "\(name)")
    }

    @Test(arguments: newest, NamedGroup.allCases)
    func `accepts TLS 1.3`(suite: EngineSuite, group: NamedGroup) throws {
        guard group.fits(.v1_3) else { return }
        var offer = Self.offer(.v1_3, group)
        offer.suites = [suite.code]
        try Self.expectAnswer(Served.settings(), offer, "\(suite.name) \(group)")
    }

    @Test(arguments: ephemeral, NamedGroup.allCases)
    func `accepts TLS 1.2`(suite: EngineSuite, group: NamedGroup) throws {
        guard group.isField == (suite.keyExchange == .dheRSA), group.fits(.v1_2) else { return }
        for isModern in [true, false] {
            var settings = try Served.settings(suite.keyExchange == .ecdheECDSA ? .p256 : .rsa2048)
            settings.hasExtendedMasterSecret = isModern
            settings.macsCiphertext = isModern
            var offer = Self.offer(.v1_2, group)
            offer.suites = [suite.code]
            try Self.expectAnswer(settings, offer, "\(suite.name) \(group) \(isModern)")
        }
    }

    private static let oldest = EngineSuite.all.filter {
        $0.fits(.rsa, in: .v1_0) || $0.fits(.ec, in: .v1_0)
    }

    @Test(arguments: oldest, [TLSVersion.v1_0, .v1_1])
    func `accepts older versions`(suite: EngineSuite, version: TLSVersion) throws {
        var settings = try Served.settings(suite.keyExchange == .ecdheECDSA ? .p256 : .rsa2048)
        settings.versions = .v1_0...version
        for isModern in [true, false] {
            settings.hasExtendedMasterSecret = isModern
            settings.macsCiphertext = isModern
            var offer = ClientOffer(draws: Served.clientDraws)
            offer.versions = .v1_0 ... .v1_2
            offer.suites = [suite.code]
            try Self.expectAnswer(settings, offer, "\(suite.name) \(version) \(isModern)")
        }
    }

    @Test(arguments: EngineSuite.weak, [TLSVersion.v1_0, .v1_1, .v1_2])
    func `accepts weak suites`(suite: EngineSuite, version: TLSVersion) throws {
        let key: KeyAlgorithm = suite.keyExchange == .ecdheECDSA ? .p256 : .rsa2048
        guard suite.fits(key.family, in: version) else { return }
        var settings = try Served.settings(key)
        settings.versions = version...version
        settings.suites = [suite]
        // In an anonymous suite, there is no certificate and no proof.
        settings.requestsClientCertificate = suite.isAnonymous && version == .v1_2
        settings.staples = [Array("a response".utf8)]
        for isModern in [true, false] {
            settings.hasExtendedMasterSecret = isModern
            settings.macsCiphertext = isModern
            var offer = ClientOffer(draws: Served.clientDraws)
            offer.versions = .v1_0 ... .v1_2
            (offer.suites, offer.asksForStaple) = ([suite.code], suite.isAnonymous)
            try Self.expectAnswer(settings, offer, "\(suite.name) \(version) \(isModern)")
        }
    }

    @Test func `a server signs with SHA-1 only if the violation asks for SHA-1`() throws {
        var offer = Self.offer(.v1_2, .x25519)
        offer.schemes = [HandshakeScheme.ecdsaSHA1.rawValue]
        var connection = try StrictConnection(Served.settings(), offer)
        #expect(try connection.run().failure == .parameters)
    }

    @Test func `a server has weak suites only if the settings list weak suites`() throws {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        offer.suites = EngineSuite.weak.map(\.code)
        var connection = try StrictConnection(Served.settings(), offer)
        #expect(try connection.run().failure == .parameters)
    }

    @Test(arguments: EngineSuite.all.filter { $0.keyExchange == .rsa })
    func `completes a handshake in which the client encrypts the premaster secret`(
        suite: EngineSuite
    ) throws {
        var settings = try Served.settings(.rsa2048)
        settings.suites = [suite]
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        try Self.expectAnswer(settings, offer, suite.name)
    }

    private static let keys: [KeyAlgorithm] = [
        .p256, .p384, .p521, .ed25519, .ed448, .rsa2048, .brainpool256, .brainpool384,
        .brainpool512,
    ]

    @Test(arguments: keys, [TLSVersion.v1_2, .v1_3])
    func `accepts each scheme`(key: KeyAlgorithm, version: TLSVersion) throws {
        for scheme in HandshakeScheme.allCases where scheme.fits(key, in: version) {
            var offer = Self.offer(version, .x25519)
            offer.schemes = [scheme.rawValue]
            var settings = try Served.settings(key)
            settings.schemes = [scheme]
            try Self.expectAnswer(settings, offer, "\(scheme) \(key) \(version)")
        }
    }

    @Test(arguments: NamedGroup.allCases.filter { $0.fits(.v1_3) })
    func `follows a retry`(group: NamedGroup) throws {
        var settings = try Served.settings()
        settings.groups = [group]
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.shared = [group == .x25519 ? .secp256r1 : .x25519]
        try Self.expectAnswer(settings, offer, "\(group)")
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `accepts the answers to the extensions that the client offered`(version: TLSVersion) throws
    {
        var settings = try Served.settings()
        settings.versions = version...version
        settings.chooseProtocol = { $0.last }
        settings.requestsClientCertificate = true
        settings.staples = [Array("a response".utf8)]
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.asksForStaple = true
        var connection = try StrictConnection(settings, offer)
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.client.version == version)
        #expect(connection.client.applicationProtocol == "http/1.1")
        #expect(connection.client.chain == settings.chain)
        #expect(connection.client.staple?.suffix(10) == Array("a response".utf8)[...])
    }

    @Test(arguments: newest + ephemeral)
    func `resumes a session`(suite: EngineSuite) throws {
        let isOfRSA = [.ecdheRSA, .dheRSA].contains(suite.keyExchange)
        var settings = try Served.settings(isOfRSA ? .rsa2048 : .p256)
        settings.tickets = Served.tickets
        settings.suites = [suite]
        let version: TLSVersion = suite.keyExchange == .unstated ? .v1_3 : .v1_2
        settings.versions = version...version
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = version...version
        offer.resumes = true
        var first = try StrictConnection(settings, offer)
        #expect(try first.run().isAnswered)
        #expect(first.client.resumed == nil)
        offer.sessions = first.client.sessions
        #expect(offer.sessions.count == 1)
        settings.draws.random.reverse()
        var second = try StrictConnection(settings, offer)
        let end = try second.run()
        #expect(end.isAnswered, "\(end)")
        let (resumed, chain) = (second.client.resumed, second.client.chain)
        #expect(resumed == offer.sessions.first && chain == [])
        let secrets = (second.client.log, second.server.secrets)
        #expect(secrets.0 == secrets.1)
        // A server with another ticket key tries all tickets.
        settings.tickets = TicketPolicy(key: [UInt8](repeating: 1, count: 32))
        var third = try StrictConnection(settings, offer)
        #expect(try third.run().isAnswered)
        #expect(third.client.resumed == nil)
    }

    @Test func `resumes a session after a retry`() throws {
        var settings = try Served.settings()
        settings.tickets = Served.tickets
        settings.tickets?.count = 2
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.resumes = true
        // One session with SHA-384, and two with SHA-256, which remain in the second hello.
        for suite in [UInt16(0x1302), 0x1301] {
            settings.suites = [try #require(EngineSuite.numbered(suite))]
            var first = try StrictConnection(settings, offer)
            #expect(try first.run().isAnswered)
            offer.sessions += first.client.sessions
        }
        #expect(offer.sessions.count == 4)
        settings.groups = [.secp384r1]
        var second = try StrictConnection(settings, offer)
        let end = try second.run()
        #expect(end.isAnswered, "\(end)")
        let resumed = second.client.resumed
        #expect(resumed == offer.sessions[2])
    }

    /// The first hello's binder covered another transcript.
    @Test func `rejects a second hello with a wrong binder`() throws {
        var settings = try Served.settings()
        settings.tickets = Served.tickets
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.resumes = true
        var first = try StrictConnection(settings, offer)
        _ = try first.run()
        offer.sessions = first.client.sessions
        settings.groups = [.secp384r1]
        var second = try StrictConnection(settings, offer)
        // The binder is at the end of the second hello's record.
        second.tamper = { flight, bytes in if flight == 1 { bytes[bytes.count - 1] ^= 1 } }
        let end = try second.run()
        #expect(end.failure == .binder)
    }

    /// RFC 7919 §4: the server chooses only a field that the client offers.
    @Test func `accepts only a finite field that the client offers`() throws {
        var settings = try Served.settings(.rsa2048)
        settings.suites = EngineSuite.all.filter { $0.keyExchange == .dheRSA }
        settings.groups = [.ffdhe2048, .ffdhe4096]
        var offer = Self.offer(.v1_2, .ffdhe4096)
        try Self.expectAnswer(settings, offer, "offered")
        offer.groups = [.x25519]
        try Self.expectAnswer(settings, offer, "any")
        offer.groups = [.ffdhe8192]
        var connection = try StrictConnection(settings, offer)
        #expect(try connection.run().failure == .parameters)
    }

    // MARK: Violations

    @Test(arguments: StrictCase.all)
    func `rejects a violation with the rule's alert`(example: StrictCase) throws {
        var connection = try example.connect([example.violation])
        let end = try connection.run()
        let name = example.testDescription
        #expect(connection.server.notApplicable == [:], "\(name)")
        #expect(!end.isAnswered, "\(name)")
        let refusal = try #require(end.refusal, "\(name): \(end)")
        let violation = example.violation
        let isRight =
            violation.alert == nil || refusal.alert == violation.alert
            || refusal.alert.map(violation.otherAlerts.contains) ?? false
        #expect(isRight, "\(name): \(refusal)")
    }

    /// Content, type and padding together have at most 2^14 + 1 bytes (RFC 8446 §5.4).
    @Test(arguments: [(16_385, true), (16_386, false)])
    func `accepts a padded record of at most 16,385 bytes`(length: Int, isAnswered: Bool) throws {
        var settings = try Served.settings()
        settings.versions = .v1_3 ... .v1_3
        let padding = Violation.shaped("padded", "pads a record", gain: .nothing, 22, "TLS-084") {
            $0.innerLength = length
        }
        let offer = ClientOffer(draws: Served.clientDraws)
        var connection = try StrictConnection(settings, violations: [padding], offer)
        let end = try connection.run()
        #expect(connection.server.notApplicable == [:])
        #expect(end.isAnswered == isAnswered, "\(end)")
        #expect(end.refusal?.alert == (isAnswered ? nil : 22))
    }

    @Test(arguments: StrictCase.allowed)
    func `accepts violations that the rules allow`(example: StrictCase) throws {
        var connection = try example.connect([example.violation])
        let end = try connection.run()
        #expect(connection.server.notApplicable == [:], "\(example.testDescription)")
        #expect(end.isAnswered, "\(example.testDescription): \(end)")
    }

    /// The control for the violations with a raw public key.
    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `accepts a raw public key that the client knows`(version: TLSVersion) throws {
        var settings = try Served.settings()
        settings.versions = version...version
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.certificateTypes = [2, 0]
        offer.knownKeys = [settings.key.spki]
        let violation = Violation.rawKeys.filter { $0.name == "raw-key" }
        var connection = try StrictConnection(settings, violations: violation, offer)
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.client.chain == [])
    }

    @Test(arguments: StrictCase.all)
    func `accepts a handshake without the violation`(example: StrictCase) throws {
        var connection = try example.connect([])
        let end = try connection.run()
        #expect(end.isAnswered, "\(example.testDescription): \(end)")
    }
}
