import Crypto
import Testing

@testable import TLS

/// Connections of Hatpin's client to Hatpin's server, which requires a client certificate.
struct ClientEndTests {
    private static let versions: [TLSVersion] = [.v1_2, .v1_3]

    private static func connection(
        _ version: TLSVersion,
        key: KeyAlgorithm = .p256,
        length: Int = 1,
        _ violations: [ClientViolation] = []
    ) throws -> StrictConnection {
        var settings = try Served.settings()
        settings.versions = version...version
        settings.requiresClientCertificate = true
        let own = try Served.settings(key)
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = version...version
        let chain = own.chain + [[UInt8]](repeating: own.chain[0], count: length - 1)
        offer.credential = ClientCredential(chain: chain, key: own.key)
        offer.violations = violations
        return try StrictConnection(settings, offer)
    }

    @Test(arguments: versions, [KeyAlgorithm.p256, .p384, .rsa2048, .ed25519])
    func `the server accepts an honest client`(version: TLSVersion, key: KeyAlgorithm) throws {
        var connection = try Self.connection(version, key: key)
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.server.clientCertificates.count == 1)
        #expect(connection.client.hasShownCertificate)
    }

    /// A record holds at most 16,384 bytes (RFC 8446 §5.1).
    @Test(arguments: versions)
    func `the server accepts a client's chain in several records`(version: TLSVersion) throws {
        var connection = try Self.connection(version, length: 60)
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.server.clientCertificates.count == 60)
    }

    @Test(arguments: versions)
    func `the server refuses a client without a certificate`(version: TLSVersion) throws {
        var settings = try Served.settings()
        settings.versions = version...version
        settings.requiresClientCertificate = true
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = version...version
        var connection = try StrictConnection(settings, offer)
        let end = try connection.run()
        #expect(!end.isAnswered)
        #expect(end.failure == .certificateRequired(version))
    }

    /// The violations of a flight in the first handshake.
    private static let ofFlights = ClientViolation.catalogue.filter { violation in
        !ofSessions.contains(violation.name) && violation.name != "late-context"
            && !violation.name.hasPrefix("renegotiation-")
    }
    private static let ofSessions = ["damaged-ticket", "damaged-binder", "no-resumption-modes"]
    private static let ofRenegotiation = ClientViolation.catalogue.filter {
        $0.name.hasPrefix("renegotiation-")
    }

    @Test(arguments: ofFlights)
    func `the server refuses a client with a violation`(violation: ClientViolation) throws {
        for version in Self.versions where violation.versions.contains(version) {
            var wasPossible = false
            for key in [KeyAlgorithm.p256, .rsa2048, .ed25519] {
                var connection = try Self.connection(version, key: key, [violation])
                let end = try connection.run()
                let isPossible = connection.client.missedViolations.isEmpty
                wasPossible = wasPossible || isPossible
                let words = "\(violation.name) in \(version.rawValue) with \(key): \(end)"
                #expect(end.isAnswered == !isPossible, "\(words)")
            }
            #expect(wasPossible, "\(violation.name) in \(version.rawValue)")
        }
    }

    /// The client uses the keys of application data after its Finished (RFC 8446 §4.4.4).
    @Test(arguments: [
        ("finished-twice", HandshakeType.finished),
        ("unasked-late-certificate", HandshakeType.certificate),
    ])
    func `the server reads and refuses a message after Finished`(
        name: String,
        type: HandshakeType
    ) throws {
        let violation = try #require(ClientViolation.named(name))
        var connection = try Self.connection(.v1_3, [violation])
        let end = try connection.run()
        #expect(end.failure == .unexpected(type: type.rawValue))
    }

    /// RFC 5246 §7.4.1.1 excludes a HelloRequest from the hashes; TLS 1.3 has no such message.
    @Test(arguments: versions)
    func `the client hashes no stray HelloRequest in TLS 1.2`(version: TLSVersion) throws {
        let violation = try #require(ClientViolation.named("stray-hello-request"))
        var connection = try Self.connection(version, [violation])
        let end = try connection.run()
        #expect(end.failure == .unexpected(type: HandshakeType.helloRequest.rawValue))
        let transcript = connection.client.transcript
        let others = transcript.bytes(without: [HandshakeType.helloRequest.rawValue])
        #expect((others != transcript.bytes()) == (version == .v1_3))
    }

    @Test func `the server names the type of a malformed record`() throws {
        let violation = try #require(ClientViolation.named("wrong-key-change"))
        var connection = try Self.connection(.v1_2, [violation])
        let end = try connection.run()
        #expect(end.failure == .malformedRecord(type: ContentType.changeCipherSpec))
    }

    @Test(arguments: [
        ("unrequested-extension", Extension.certificateSCTs),
        ("unrequested-compression", Extension.compressCertificate),
    ])
    func `a client cannot send without a request what the server requests`(
        name: String,
        type: UInt16
    ) throws {
        let violation = try #require(ClientViolation.named(name))
        for requested in [[], [type]] {
            var flight = ClientFlight(steps: [.certificate, .certificateVerify, .finished])
            flight.requestedExtensions = Set(requested)
            let isPossible = violation.change(&flight)
            #expect(isPossible == requested.isEmpty)
        }
    }

    /// Both ends send messages of the type Certificate.
    @Test func `a transcript without the client's messages keeps those of the server`() throws {
        var transcript = Transcript()
        try transcript.append([11, 1], type: 11, from: .server)
        try transcript.append([11, 2], type: 11, from: .client)
        try transcript.begin(.sha256)
        #expect(transcript.bytes() == [11, 1, 11, 2])
        #expect(transcript.bytes(without: [11], of: .client) == [11, 1])
        #expect(transcript.bytes(without: [11], of: .server) == [11, 2])
        #expect(transcript.bytes(without: [11]).isEmpty)
        let hash = try transcript.hash(without: [11], of: .client)
        let ofServer: [UInt8] = [11, 1]
        let expected = try Digest.sha256.hash(ofServer)
        #expect(hash == expected)
    }

    /// The client comes again with a ticket, and without its certificate.
    @Test(arguments: [nil] + ofSessions.map(ClientViolation.named))
    func `a broken ticket resumes no session`(violation: ClientViolation?) throws {
        for version in violation?.versions ?? Set(Self.versions) {
            var settings = try Served.settings()
            settings.versions = version...version
            settings.requiresClientCertificate = true
            settings.tickets = Served.tickets
            let own = try Served.settings(.p384)
            var offer = ClientOffer(draws: Served.clientDraws)
            offer.versions = version...version
            offer.resumes = true
            offer.credential = ClientCredential(chain: own.chain, key: own.key)
            var first = try StrictConnection(settings, offer)
            #expect(try first.run().isAnswered)
            (offer.sessions, offer.credential) = (first.client.sessions, nil)
            try #require(!offer.sessions.isEmpty)
            offer.violations = violation.map { [$0] } ?? []
            var second = try StrictConnection(settings, offer)
            let end = try second.run()
            #expect(end.isAnswered == (violation == nil), "\(version.rawValue): \(end)")
            #expect(second.client.missedViolations.isEmpty)
        }
    }

    @Test func `a client without a session cannot commit the violations of sessions`() throws {
        let violations = Self.ofSessions.compactMap(ClientViolation.named)
        var connection = try Self.connection(.v1_3, violations)
        #expect(try connection.run().isAnswered)
        #expect(connection.client.missedViolations == Set(Self.ofSessions))
    }

    /// The server requests a certificate after the handshake, with a context.
    @Test(arguments: [nil, ClientViolation.named("late-context")])
    func `the server requires the context of its request in a late certificate`(
        violation: ClientViolation?
    ) throws {
        var settings = try Served.settings()
        settings.versions = .v1_3 ... .v1_3
        let own = try Served.settings(.p384)
        var offer = ClientOffer(draws: Served.clientDraws)
        (offer.versions, offer.answersLate) = (.v1_3 ... .v1_3, true)
        offer.credential = ClientCredential(chain: own.chain, key: own.key)
        offer.violations = violation.map { [$0] } ?? []
        let request = Violation.lateRequests.filter(\.isAllowed)
        var connection = try StrictConnection(settings, violations: request, offer)
        let end = try connection.run()
        #expect(connection.client.hasShownCertificate)
        #expect(connection.client.missedViolations.isEmpty)
        #expect(end.failure == (violation == nil ? nil : .context))
    }

    /// Hatpin's server renegotiates only if it has asked for that.
    @Test(arguments: [nil] + ofRenegotiation.map(Optional.some), [true, false])
    func `a renegotiation requires a new proof of the client's key`(
        violation: ClientViolation?,
        isAllowed: Bool
    ) throws {
        var settings = try Served.settings()
        settings.versions = .v1_2 ... .v1_2
        settings.requiresClientCertificate = true
        let own = try Served.settings(.p384)
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        offer.credential = ClientCredential(chain: own.chain, key: own.key)
        offer.startsRenegotiation = true
        offer.violations = violation.map { [$0] } ?? []
        let honest = Violation.renegotiations.filter { isAllowed && $0.name == "renegotiation" }
        var connection = try StrictConnection(settings, violations: honest, offer)
        let end = try connection.run()
        let changesProof = violation.map { $0.name != "renegotiation-with-other-certificate" }
        #expect(end.isAnswered == (isAllowed && changesProof != true), "\(end)")
        let missed = isAllowed ? [] : [violation?.name].compactMap(\.self)
        #expect(connection.client.missedViolations == Set(missed))
    }

    /// The fuzz target AskServer found that the client lost data before an alert in the same bytes.
    @Test(arguments: versions)
    func `the client reads data that comes before an alert in the same bytes`(
        version: TLSVersion
    ) throws {
        var settings = try Served.settings()
        settings.versions = version...version
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = version...version
        var client = try StrictClient(offer)
        var server = ScriptedSession(settings)
        var (read, answer): ([UInt8], [UInt8]) = ([], [])
        while try !client.advance(into: &read) || server.handshake() != .done {
            client.takeOutput().withUnsafeBytes { server.receive($0) }
            _ = try server.handshake()
            answer = []
            server.takeOutput(into: &answer)
            client.receive(answer)
        }
        try server.write(Array("hello".utf8))
        try server.send(raw: [2, 40], type: ContentType.alert)
        answer = []
        server.takeOutput(into: &answer)
        client.receive(answer)
        #expect(throws: Refusal.self) { _ = try client.advance(into: &read) }
        #expect(read == Array("hello".utf8))
    }

    @Test func `each violation has a unique name, by which it is found`() {
        let names = ClientViolation.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { ClientViolation.named($0) != nil })
        #expect(ClientViolation.named("nothing") == nil)
    }
}

extension ClientViolation: CustomTestStringConvertible {
    /// The name of the violation.
    public var testDescription: String { name }
}
