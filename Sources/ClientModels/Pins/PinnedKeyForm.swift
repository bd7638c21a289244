import X509

/// A key as systems that compare pins see it: its kind, its size, and whether its encoding is the
/// usual encoding.
///
/// Some systems restore the usual encoding before they hash the key.
package struct PinnedKeyForm: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An RSA key, with the usual exponent 65537 or another exponent.
        case rsa(bits: Int, isUsualExponent: Bool)
        case curve(ObjectIdentifier)
        case edwards
        /// A key of an algorithm that current systems do not verify.
        case unknown(String)
    }

    package let kind: Kind
    /// Whether another program would encode the key in the same bytes.
    package let isUsualEncoding: Bool
    /// Whether the key is a CA's.
    package let isAuthority: Bool

    /// Reads a key; nil if the SubjectPublicKeyInfo does not decode, even leniently.
    package init?(spki: [UInt8], isAuthority: Bool) {
        var reader = DERReader(spki, rules: .lenient)
        guard let key = try? SubjectPublicKey(&reader) else { return nil }
        self.isAuthority = isAuthority
        let name = ObjectIdentifier(content: Array(spki[key.algorithm.algorithm])).shortName
        let strict = try? PublicKeyAlgorithm(key.algorithm, in: spki)
        switch (try? PublicKeyAlgorithm(key.algorithm, in: spki, rules: .lenient)) ?? nil {
        case .rsa:
            guard let parts = try? key.rsaKey(in: spki, rules: .lenient) else { return nil }
            let modulus = spki[parts.modulus]
            let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
            kind = .rsa(
                bits: bits,
                isUsualExponent: spki[parts.exponent].elementsEqual([1, 0, 1])
            )
            isUsualEncoding = strict == .rsa && (try? key.rsaKey(in: spki)) != nil
        case .namedCurve(let curve):
            kind = .curve(ObjectIdentifier(content: Array(spki[curve])))
            isUsualEncoding = spki[key.bits].first == 4
        case .ed25519, .ed448:
            kind = .edwards
            isUsualEncoding = true
        default:
            kind = .unknown(name)
            isUsualEncoding = true
        }
    }
}

// Reasons why a system would not match a pin of a key: lowercase fragments, or nil if the pin
// matches.
extension PinnedKeyForm {
    /// TrustKit hashes the key's bits after its own header (TSKSPKIHashCache.m), and rejects a
    /// certificate whose key has no such header.
    var trustKitWarning: String? {
        switch kind {
        case .rsa(2_048, let isUsual), .rsa(3_072, let isUsual), .rsa(4_096, let isUsual):
            isUsual && isUsualEncoding
                ? nil
                : "TrustKit hashes this key in its usual encoding, so that this pin never matches"
        case .curve(.prime256v1), .curve(.secp384r1):
            isUsualEncoding
                ? nil
                : "TrustKit hashes this key in its usual encoding, so that this pin never matches"
        default:
            "TrustKit has headers only for RSA of 2048, 3072 and 4096 bits, P-256 and P-384: it "
                + "blocks a server whose certificate has this key"
        }
    }

    /// The warning for App Transport Security, which evaluates the chain before it compares pins
    /// (Security-61901, SecKey.c).
    var appleWarning: String? {
        switch kind {
        case .rsa(let bits, _) where bits >= 2_048: nil
        case .curve(.prime256v1), .curve(.secp384r1), .curve(.secp521r1), .edwards: nil
        case .rsa: "App Transport Security rejects RSA of fewer than 2048 bits, pinned or not"
        case .curve, .unknown: "Apple's systems do not read this key and reject its certificate"
        }
    }

    /// OkHttp and Android hash what `PublicKey.getEncoded` returns for the key.
    var javaWarning: String? {
        if case .unknown(let name) = kind {
            return
                "the platform's Java classes do not read \(name): the handshake fails before pins "
                + "are compared"
        }
        return isUsualEncoding
            ? nil : "Java hashes another encoding of this key, so this pin never matches"
    }

    /// curl compares the key of the server's own certificate (lib/vtls/openssl.c).
    var curlWarning: String? {
        isAuthority
            ? "curl compares only the key of the server certificate: a pin of a CA never matches"
            : nil
    }
}
