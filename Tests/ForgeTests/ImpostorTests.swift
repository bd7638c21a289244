import Crypto
import Forge
import Testing
import X509

/// Handshakes in memory: how a TLS peer checks the keys.
@Suite struct ImpostorTests {
    /// Every algorithm that TLS signs a handshake with, and the versions that support it.
    static let algorithms = KeyAlgorithm.usual

    @Test(arguments: algorithms, [TLSVersion.v1_2, .v1_3])
    func `signs handshakes with the right key`(
        _ algorithm: KeyAlgorithm,
        _ version: TLSVersion
    ) throws {
        let forged = try setup(algorithm)
        let member = try #require(forged.members["leaf"])
        #expect(try handshake(member.certificate, member.key, version) == nil)
    }

    @Test(arguments: algorithms, [TLSVersion.v1_2, .v1_3])
    func `rejects an impostor's handshake`(_ algorithm: KeyAlgorithm, _ version: TLSVersion) throws
    {
        let forged = try setup(algorithm)
        let (shown, other) = (
            try #require(forged.members["leaf"]), try #require(forged.members["other"])
        )
        let impostor = try other.key.impostor(showing: shown.key)
        let cause = try handshake(shown.certificate, impostor, version)
        #expect(cause == .handshakeSignature)
    }

    @Test func `libssl rejects a key that does not match the certificate`() throws {
        let forged = try setup(.p256)
        let (shown, other) = (
            try #require(forged.members["leaf"]), try #require(forged.members["other"])
        )
        #expect(throws: OpenSSLError.self) {
            try handshake(shown.certificate, other.key, .v1_3)
        }
    }

    private func setup(_ algorithm: KeyAlgorithm) throws -> ForgedPKI {
        try baselineSetup {
            $0.entities["leaf"]?.key = algorithm
            $0.entities["other"] = Entity(role: .endEntity, issuer: .entity("root"))
            $0.entities["other"]?.key = algorithm
        }.forge(seed: 1, at: now)
    }

    /// Returns the reason why the client ended the handshake; nil if it was completed.
    private func handshake(
        _ certificate: [UInt8],
        _ key: PrivateKey,
        _ version: TLSVersion
    ) throws -> TLSFailure.Cause? {
        var server = try TLSSession.accepting(
            .server(),
            chain: [certificate],
            key: key,
            offer: TLSOffer(versions: version...version),
            loaded: LoadedCertificates()
        )
        var client = try TLSSession.connecting(
            .client(),
            serverName: nil,
            offer: TLSOffer(versions: version...version)
        ) { _ in .proceed }
        for _ in 0..<10 {
            let progress: TLSSession.Progress
            do {
                progress = try client.handshake()
            } catch {
                return error.cause
            }
            var bytes: [UInt8] = []
            client.takeOutput(into: &bytes)
            bytes.withUnsafeBytes { server.receive($0) }
            if progress == .done { return nil }
            _ = try server.handshake()
            bytes.removeAll()
            server.takeOutput(into: &bytes)
            bytes.withUnsafeBytes { client.receive($0) }
        }
        Issue.record("the handshake does not end")
        return nil
    }
}
