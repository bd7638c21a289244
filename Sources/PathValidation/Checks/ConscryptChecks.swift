import Crypto
import X509

// The rules of Conscrypt on paths, and of BoringSSL on keys and signatures, where they differ from
// RFC 5280. Of an anchor, they check only whether BoringSSL supports its key.
extension PathCheck {
    static let conscryptSignatureStrength = PathCheck(
        signatureStrength.name,
        about:
            "Signatures use an algorithm that BoringSSL supports (not SHA-3 or SHA-512/256) and a "
            + "digest that is not broken. RSASSA-PSS uses one SHA-2 digest and a salt of the same "
            + "length.",
        source: "Conscrypt, ChainStrengthAnalyzer.java checkSignatureAlgorithm; BoringSSL, "
            + "crypto/x509/algorithm.cc x509_digest_verify_init, rsa_pss.cc x509_rsa_pss_to_ctx"
    ) { joining throws(Rejection) in
        let stated = SigningAlgorithm(of: joining.certificate)
        if let algorithm = stated, algorithm.isWeak {
            throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
        }
        guard stated?.isKnownToBoringSSL == true else {
            throw Rejection.unsupportedSignature(of: joining.certificate, depth: joining.depth)
        }
    }

    static let conscryptKeyStrength = PathCheck(
        keyStrength.name,
        about:
            "Keys are RSA of at least 1,024 bits or on P-224, P-256, P-384 or P-521; other keys, "
            + "such as Ed25519, are rejected below the anchor.",
        source: "Conscrypt, ChainStrengthAnalyzer.java checkKeyLength, OpenSSLKey.java getPublicKey"
    ) { joining throws(Rejection) in
        try joining.requireKey(rsa: 1_024, curve: 160)
        let (certificate, depth) = (joining.certificate, joining.depth)
        switch joining.cache.key(of: certificate)?.kind {
        case .ed25519: throw Rejection.unsupportedAlgorithm(.ed25519, depth: depth)
        case .ed448: throw Rejection.unsupportedAlgorithm(.ed448, depth: depth)
        case let kind:
            guard kind?.isKnownToBoringSSL == true else { throw Rejection.badKey(depth: depth) }
        }
    }

    static let conscryptSignature = PathCheck(
        signature.name,
        about: "BoringSSL supports the issuer's key, and that key signed the certificate below.",
        source: "Conscrypt, OpenSSLX509Certificate.java verify"
    ) { (link: inout Link) throws(Rejection) in
        guard SigningAlgorithm(of: link.child)?.scheme != nil else {
            throw Rejection.unsupportedSignature(of: link.child, depth: link.depth)
        }
        guard link.cache.key(of: link.issuer)?.kind.isKnownToBoringSSL == true else {
            throw Rejection.badKey(depth: link.depth + 1)
        }
        try link.budget.spendSignature(by: link.issuer, link.cache)
        guard link.cache.isSigned(link.child, by: link.issuer) else {
            throw Rejection.badSignature(depth: link.depth)
        }
    }

    static let conscryptIssuers = PathCheck(
        "self-issued-issuers",
        about: "An issuer below the anchor does not name itself as its issuer.",
        source: "Conscrypt, TrustManagerImpl.java checkTrustedRecursive"
    ) { (reached: inout ReachedAnchor) throws(Rejection) in
        for (depth, certificate) in reached.certificates.dropLast().enumerated().dropFirst()
        where certificate.isSelfIssued {
            throw Rejection.unknownIssuer(depth: depth)
        }
    }

    static let conscryptIssuerPurposes = PathCheck(
        "issuer-purposes",
        about: "No issuer below the anchor has a critical extended key usage.",
        source: "Conscrypt, TrustManagerImpl.java ExtendedKeyUsagePKIXCertPathChecker, which "
            + "accepts this extension only in the end entity"
    ) { (reached: inout ReachedAnchor) throws(Rejection) in
        for (depth, certificate) in reached.certificates.dropLast().enumerated().dropFirst()
        where certificate.extension(.extendedKeyUsage)?.isCritical == true {
            throw Rejection.unhandledCriticalExtension(.extendedKeyUsage, depth: depth)
        }
    }
}

extension SigningAlgorithm {
    /// Whether BoringSSL's table (crypto/obj/obj_xref.cc) contains the algorithm, with parameters
    /// that it accepts.
    fileprivate var isKnownToBoringSSL: Bool {
        switch self {
        case .rsaPKCS1(let digest), .ecdsa(let digest):
            [.sha1, .sha224, .sha256, .sha384, .sha512].contains(digest)
        case .rsaPSS(let stated):
            stated.mgf1 == stated.digest && stated.saltLength == stated.digest.saltOfBoringSSL
        case .dsa(let digest): [.sha1, .sha224, .sha256].contains(digest)
        case .ed25519: true
        case .ed448: false
        }
    }
}

extension DigestAlgorithm {
    /// The salt length that BoringSSL requires for RSASSA-PSS; nil for a digest that BoringSSL
    /// rejects in RSASSA-PSS.
    fileprivate var saltOfBoringSSL: Int? {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        default: nil
        }
    }
}

extension PublicKeyKind {
    /// Whether BoringSSL supports the algorithm or the curve (crypto/fipsmodule/ec/ec.cc);
    /// BoringSSL lacks the Brainpool curves, secp256k1 and Ed448.
    fileprivate var isKnownToBoringSSL: Bool {
        switch self {
        case .rsa, .ed25519: true
        case .ec(let curve, _):
            ["secp224r1", "prime256v1", "secp384r1", "secp521r1"].contains(curve)
        case .ed448, .dsa, .other: false
        }
    }
}
