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
        offer.edit = ClientViolation.edit(by: violations)
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

    @Test(arguments: ClientViolation.catalogue)
    func `the server refuses a client with a violation`(violation: ClientViolation) throws {
        for version in Self.versions where violation.versions.contains(version) {
            var connection = try Self.connection(version, [violation])
            let end = try connection.run()
            #expect(!end.isAnswered, "\(violation.name) in \(version.rawValue)")
        }
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
