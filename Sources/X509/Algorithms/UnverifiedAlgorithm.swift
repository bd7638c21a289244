/// A key or signature algorithm that Hatpin names but cannot verify.
///
/// These are post-quantum algorithms, their composites, and key agreement on Montgomery curves.
package struct UnverifiedAlgorithm: Hashable, Sendable {
    package let identifier: ObjectIdentifier
    /// The name in its standard, such as `ML-DSA-65`.
    package let name: String
    /// The possible lengths of subjectPublicKey in bytes; the keys of composite algorithms have
    /// only a minimum length.
    package let keyLength: ClosedRange<Int>?
    /// The purpose of a key, which decides its key usages.
    package let use: Use

    package enum Use: Hashable, Sendable {
        case signature, encapsulation, agreement
    }

    private init(
        _ identifier: ObjectIdentifier,
        _ name: String,
        _ keyLength: ClosedRange<Int>?,
        _ use: Use
    ) {
        (self.identifier, self.name) = (identifier, name)
        (self.keyLength, self.use) = (keyLength, use)
    }

    /// Finds the algorithm with this identifier; nil for an identifier that is not in the table.
    package init?(_ identifier: ObjectIdentifier) {
        guard let known = Self.table[identifier] else { return nil }
        self = known
    }

    private static let table = Dictionary(
        uniqueKeysWithValues: catalogue.map { ($0.identifier, $0) }
    )

    package static let catalogue: [UnverifiedAlgorithm] = [
        montgomery, mlDSA, hashMLDSA, slhDSA, mlKEM, compositeSignatures, compositeKEMs,
    ].flatMap { $0 }

    // RFC 8410 §3.
    private static let montgomery = [
        exact(.x25519, "X25519", 32, .agreement), exact(.x448, "X448", 56, .agreement),
    ]

    // FIPS 204 table 2; RFC 9881 §2.
    private static let mlDSA = [
        exact(nist(3, 17), "ML-DSA-44", 1_312, .signature),
        exact(nist(3, 18), "ML-DSA-65", 1_952, .signature),
        exact(nist(3, 19), "ML-DSA-87", 2_592, .signature),
    ]

    // RFC 9881 §8.3 forbids these algorithms in certificates, but some tools write them.
    private static let hashMLDSA = [
        exact(nist(3, 32), "HashML-DSA-44", 1_312, .signature),
        exact(nist(3, 33), "HashML-DSA-65", 1_952, .signature),
        exact(nist(3, 34), "HashML-DSA-87", 2_592, .signature),
    ]

    // FIPS 205 table 2; RFC 9909 §3.
    private static let slhDSA: [UnverifiedAlgorithm] = {
        let sets = [
            ("128s", 32), ("128f", 32), ("192s", 48), ("192f", 48), ("256s", 64), ("256f", 64),
        ]
        let families: [(hash: String, pure: UInt8, hashed: UInt8)] = [
            ("SHA2", 20, 35), ("SHAKE", 26, 41),
        ]
        var all: [UnverifiedAlgorithm] = []
        for (hash, pure, hashed) in families {
            for (number, (set, length)) in zip(UInt8(0)..., sets) {
                let name = "SLH-DSA-\(hash)-\(set)"
                all.append(exact(nist(3, pure + number), name, length, .signature))
                all.append(exact(nist(3, hashed + number), "Hash" + name, length, .signature))
            }
        }
        return all
    }()

    // FIPS 203 table 3; RFC 9935 §3.
    private static let mlKEM = [
        exact(nist(4, 1), "ML-KEM-512", 800, .encapsulation),
        exact(nist(4, 2), "ML-KEM-768", 1_184, .encapsulation),
        exact(nist(4, 3), "ML-KEM-1024", 1_568, .encapsulation),
    ]

    // A key is an ML-DSA key and then a traditional key of at least 32 bytes
    // (draft-ietf-lamps-pq-composite-sigs §6).
    private static let compositeSignatures = composites(
        from: 37,
        [
            "MLDSA44-RSA2048-PSS-SHA256", "MLDSA44-RSA2048-PKCS15-SHA256",
            "MLDSA44-Ed25519-SHA512", "MLDSA44-ECDSA-P256-SHA256",
            "MLDSA65-RSA3072-PSS-SHA512", "MLDSA65-RSA3072-PKCS15-SHA512",
            "MLDSA65-RSA4096-PSS-SHA512", "MLDSA65-RSA4096-PKCS15-SHA512",
            "MLDSA65-ECDSA-P256-SHA512", "MLDSA65-ECDSA-P384-SHA512",
            "MLDSA65-ECDSA-brainpoolP256r1-SHA512", "MLDSA65-Ed25519-SHA512",
            "MLDSA87-ECDSA-P384-SHA512", "MLDSA87-ECDSA-brainpoolP384r1-SHA512",
            "MLDSA87-Ed448-SHAKE256", "MLDSA87-RSA3072-PSS-SHA512",
            "MLDSA87-RSA4096-PSS-SHA512", "MLDSA87-ECDSA-P521-SHA512",
        ],
        ["MLDSA44": 1_312, "MLDSA65": 1_952, "MLDSA87": 2_592],
        .signature
    )

    // draft-ietf-lamps-pq-composite-kem §6.
    private static let compositeKEMs = composites(
        from: 55,
        [
            "MLKEM768-RSA2048-SHA3-256", "MLKEM768-RSA3072-SHA3-256",
            "MLKEM768-RSA4096-SHA3-256", "MLKEM768-X25519-SHA3-256",
            "MLKEM768-ECDH-P256-SHA3-256", "MLKEM768-ECDH-P384-SHA3-256",
            "MLKEM768-ECDH-brainpoolP256r1-SHA3-256", "MLKEM1024-RSA3072-SHA3-256",
            "MLKEM1024-ECDH-P384-SHA3-256", "MLKEM1024-ECDH-brainpoolP384r1-SHA3-256",
            "MLKEM1024-X448-SHA3-256", "MLKEM1024-ECDH-P521-SHA3-256",
        ],
        ["MLKEM768": 1_184, "MLKEM1024": 1_568],
        .encapsulation
    )

    private static func exact(
        _ identifier: ObjectIdentifier,
        _ name: String,
        _ length: Int,
        _ use: Use
    ) -> UnverifiedAlgorithm {
        UnverifiedAlgorithm(identifier, name, length...length, use)
    }

    /// Returns an identifier below 2.16.840.1.101.3.4, NIST's arc for algorithms.
    private static func nist(_ family: UInt8, _ number: UInt8) -> ObjectIdentifier {
        ObjectIdentifier(content: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, family, number])
    }

    /// Returns composite algorithms whose identifiers are below 1.3.6.1.5.5.7.6, with consecutive
    /// numbers.
    private static func composites(
        from first: UInt8,
        _ names: [String],
        _ lengths: [String: Int],
        _ use: Use
    ) -> [UnverifiedAlgorithm] {
        zip(first..., names).map { number, name in
            let family = String(name.prefix { $0 != "-" })
            return UnverifiedAlgorithm(
                ObjectIdentifier(content: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x06, number]),
                name,
                (lengths[family] ?? 0) + 32...Int.max,
                use
            )
        }
    }
}

extension SubjectPublicKey {
    /// Returns the algorithm of the key if Hatpin knows only the algorithm's name and key length.
    package func unverifiedAlgorithm(in bytes: [UInt8]) -> UnverifiedAlgorithm? {
        UnverifiedAlgorithm(ObjectIdentifier(content: Array(bytes[algorithm.algorithm])))
    }

    /// Whether the key has a correct length for the algorithm, and no parameters.
    ///
    /// The rules are in RFC 9881 §4, RFC 9909 §4, RFC 9935 §4 and RFC 8410 §3.
    package func isWellFormed(as unverified: UnverifiedAlgorithm) -> Bool {
        algorithm.parameters == nil && unverified.keyLength?.contains(bits.count) ?? true
    }
}
