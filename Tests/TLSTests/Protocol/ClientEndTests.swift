import Crypto
import Testing

@testable import TLS

/// Hatpin's client, with a certificate of its own, before Hatpin's server, which requires one.
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
        offer.edit = ClientViolation.edit(by: violations)
        return try StrictConnection(settings, offer)
    }

    @Test(arguments: versions, [KeyAlgorithm.p256, .p384, .rsa2048, .ed25519])
    func `an honest client is let in`(version: TLSVersion, key: KeyAlgorithm) throws {
        var connection = try Self.connection(version, key: key)
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.server.clientCertificates.count == 1)
        #expect(connection.client.hasShownCertificate)
    }

    /// Records hold 16,384 bytes (RFC 8446 §5.1).
    @Test(arguments: versions)
    func `a long chain takes several records`(version: TLSVersion) throws {
        var connection = try Self.connection(version, length: 60)
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.server.clientCertificates.count == 60)
    }

    @Test(arguments: versions)
    func `a client without a certificate is refused`(version: TLSVersion) throws {
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

    @Test(arguments: ClientViolation.catalogue)
    func `a client that violates the protocol is not let in`(violation: ClientViolation) throws {
        for version in Self.versions where violation.versions.contains(version) {
            var connection = try Self.connection(version, [violation])
            let end = try connection.run()
            #expect(!end.isAnswered, "\(violation.name) in \(version.rawValue)")
        }
    }

    @Test func `names of violations are unique, and found`() {
        let names = ClientViolation.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { ClientViolation.named($0) != nil })
        #expect(ClientViolation.named("nothing") == nil)
    }
}

extension ClientViolation: CustomTestStringConvertible {
    /// The name.
    public var testDescription: String { name }
}
