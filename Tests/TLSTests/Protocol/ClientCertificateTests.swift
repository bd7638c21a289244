import Crypto
import Testing

@testable import TLS

/// Client certificates: requests for them, and checks of their CertificateVerify.
struct ClientCertificateTests {
    private static let versions: [TLSVersion] = [.v1_2, .v1_3]

    private static func settings(_ version: TLSVersion) throws -> ServerSettings {
        var settings = try Served.settings()
        settings.versions = version...version
        settings.requiresClientCertificate = true
        return settings
    }

    @Test(arguments: versions, [KeyAlgorithm.p256, .rsa2048])
    func `accepts a correct CertificateVerify`(version: TLSVersion, key: KeyAlgorithm) throws {
        let identity = try Served.settings(key)
        var connection = try LibsslClient(Self.settings(version), identity: identity)
        let end = connection.run()
        #expect(end.isAnswered, "\(end)")
        let certificates = connection.server.clientCertificates
        #expect(certificates == identity.chain)
    }

    @Test(arguments: [(TLSVersion.v1_2, UInt8(40)), (.v1_3, 116)])
    func `rejects a missing client certificate if the server requires a certificate`(
        version: TLSVersion,
        alert: UInt8
    ) throws {
        var connection = try LibsslClient(Self.settings(version))
        let end = connection.run()
        #expect(!end.isAnswered)
        #expect(end.failure == .certificateRequired(version))
        #expect(end.failure?.alert == alert)
    }

    @Test(arguments: versions)
    func `accepts a missing client certificate if the certificate is optional`(
        version: TLSVersion
    ) throws {
        var settings = try Self.settings(version)
        settings.requiresClientCertificate = false
        settings.requestsClientCertificate = true
        var connection = try LibsslClient(settings)
        #expect(connection.run().isAnswered)
    }

    @Test(arguments: [true, false])
    func `the client sends a certificate after the handshake`(hasOne: Bool) throws {
        let identity = try Served.settings(.rsa2048)
        let violation = Violation.lateRequests.filter(\.isAllowed)
        var connection = try LibsslClient(
            Served.settings(),
            violations: violation,
            identity: hasOne ? identity : nil,
            answersLate: true
        )
        let end = connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(end.failure == nil)
        #expect(connection.server.notApplicable == [:])
        #expect(connection.server.clientCertificates == (hasOne ? identity.chain : []))
    }

    /// A request that no key can answer gets no certificate (RFC 8446 §4.4.2.3).
    @Test(arguments: versions)
    func `the client sends no certificate if no key fits`(version: TLSVersion) throws {
        var settings = try Self.settings(version)
        settings.requiresClientCertificate = false
        settings.requestsClientCertificate = true
        let violation = Violation.requests.filter { $0.name == "request-of-unusable-schemes" }
        var connection = try LibsslClient(
            settings,
            violations: violation,
            identity: Served.settings(.rsa2048)
        )
        let end = connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.server.clientCertificates == [])
    }

    /// The CertificateVerify of TLS 1.2 is in plaintext, so the test can change it in transit.
    @Test func `rejects a CertificateVerify by another key`() throws {
        var connection = try LibsslClient(
            Self.settings(.v1_2),
            identity: Served.settings(.rsa2048)
        )
        connection.tamper = { bytes in
            guard let place = Self.place(ofProofIn: bytes) else { return }
            bytes[place + 40] ^= 1
        }
        #expect(connection.run().failure == .proof)
    }

    /// Returns the start of the record with a CertificateVerify.
    private static func place(ofProofIn bytes: [UInt8]) -> Int? {
        bytes.indices.first {
            bytes[$0...].starts(with: [22, 3, 3]) && bytes.count > $0 + 45 && bytes[$0 + 5] == 15
        }
    }
}
