import Crypto
import Forge
import ScenarioFormat
import TLS

extension Setup {
    /// Whether the server only offers cryptography that a client may lack or disable, so that a
    /// refusal is no fault.
    ///
    /// RFC 8446 §9.1 and RFC 9325 §4.2 say what a client must support. Clients disable old
    /// algorithms: CBC, RSA key transport, TLS 1.0 and 1.1, small keys.
    var isOfOptionalCryptography: Bool {
        let chain = (serve + trust + userTrust).compactMap { pki.entities[$0] }
        return versions.upperBound < .v1_2
            || suites.map { !$0.contains(where: \.isRecommended) } == true
            || groups.map { Set($0).isDisjoint(with: Self.usualGroups) } == true
            || schemes.map { Set($0).isDisjoint(with: Self.usualSchemes) } == true
            || chain.contains { $0.key.map(Self.usualKeys.contains) == false }
    }

    private static let usualGroups: Set<NamedGroup> = [.secp256r1, .secp384r1, .x25519]
    private static let usualSchemes: Set<HandshakeScheme> = [
        .ecdsaSecp256r1SHA256, .ecdsaSecp384r1SHA384, .rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512,
        .rsaPKCS1SHA256,
    ]
    private static let usualKeys: Set<KeyAlgorithm> = [.p256, .p384, .rsa2048, .rsa3072, .rsa4096]
}

extension CipherSuite {
    /// Whether the suite has an ephemeral key exchange and authenticated encryption (RFC 9325
    /// §4.2).
    fileprivate var isRecommended: Bool {
        guard [.unstated, .ecdheECDSA, .ecdheRSA].contains(keyExchange) else { return false }
        return cipher.contains("GCM") || cipher.contains("CHACHA20")
    }
}
