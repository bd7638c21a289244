import Crypto

extension Violation {
    /// Violations that need no secret key, because the key in the certificate is weak.
    static let weakKeys: [Violation] = [
        Violation(
            "small-order-signature",
            about: "The server's Ed25519 key and signature use the neutral point.",
            gain: .authentication,
            rule: "RFC 8032 §5.1.7",
            versions: [.v1_2, .v1_3],
            alert: 51,
            attacks: ["HS-033"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.chain.first?.hasNeutralKey == true else { throw .otherKey }
            let zeros = [UInt8](repeating: 0, count: 32)
            try script.editProof { $0.signer = .literal([UInt8].neutralPoint + zeros) }
        }
        .needing(.key(.edwards)),
        Violation(
            "forged-padding",
            about: "The server has no key, and sends a cube root as its RSA signature.",
            gain: .authentication,
            rule: "RFC 8017 §8.2.2",
            versions: [.v1_2],
            alert: 51,
            attacks: ["HS-032"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.shownKey?.exponent == [3] else { throw .otherKey }
            let scheme = HandshakeScheme.rsaPKCS1SHA256
            guard facts.hello.schemes.contains(scheme.rawValue) else { throw .noStep }
            try script.editProof {
                ($0.scheme, $0.signature) = (scheme.rawValue, scheme.signature)
                $0.signer = .cubeRoot
            }
        }
        .needing(.key(.rsa)),
        Violation(
            "key-of-512-bits",
            about: "The server decrypts with the 512-bit key of its certificate.",
            gain: .authentication,
            rule: "RFC 9325 §4.5",
            versions: [.v1_0, .v1_1, .v1_2],
            alert: 42,
            or: [40, 43, 71],
            attacks: ["HS-074"]
        ) { (script, facts) throws(NoOccasion) in
            guard script.suite.keyExchange == .rsa else { throw .otherSuite }
            let key = BareKey.of512Bits
            guard facts.shownKey?.modulus == key.modulus else { throw .otherKey }
            script.secret = .transportedTo(key)
        }
        .changing(.secret)
        .needing(.keyTransport),
    ]
}

extension Facts {
    /// The RSA key of the server's certificate; nil for other keys.
    fileprivate var shownKey: (modulus: [UInt8], exponent: [UInt8])? {
        settings.chain.first.flatMap { OpenSSLCertificate(der: $0)?.publicKey?.rsaNumbers }
    }
}

extension [UInt8] {
    /// The neutral point of Edwards25519, with y = 1 (RFC 8032 §5.1.2).
    package static let neutralPoint: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)

    /// Whether a certificate with these bytes has the neutral point as its subjectPublicKey.
    package var hasNeutralKey: Bool {
        let element: [UInt8] = [3, 33, 0] + Self.neutralPoint
        return indices.contains { self[$0...].starts(with: element) }
    }
}
