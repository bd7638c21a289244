import Crypto
import X509

// Apple's checks on algorithms and keys, with their names in OSX/sec/Security/SecPolicyChecks.list.
extension PathCheck {
    /// The check in `SecCertificateIsSignedBy`, which path building calls: the rule of the profile
    /// `reference`, limited to the algorithms and keys that `SecKey` supports.
    static let appleSignature = PathCheck(
        signature.name,
        about: "The issuer's key signed the certificate with RSASSA-PKCS1-v1_5, ECDSA on a NIST "
            + "curve, Ed25519 or Ed448. A signature integer without its leading zero is repaired.",
        source: "Apple Security-61901.0.87.0.1, "
            + "OSX/sec/Security/SecSignatureVerificationSupport.c, SecKey.m"
    ) { (link: inout Link) throws(Rejection) in
        guard SigningAlgorithm(of: link.child)?.isSupportedBySecKey == true else {
            throw Rejection.unsupportedSignature(of: link.child, depth: link.depth)
        }
        try link.budget.spendSignature(by: link.issuer, link.cache)
        guard link.cache.isSignedForSecKey(link.child, by: link.issuer) else {
            throw Rejection.badSignature(depth: link.depth)
        }
    }

    /// `WeakSignature`, a check of every policy.
    package static let appleWeakSignature = PathCheck(
        "apple-weak-signature",
        about: "Only a self-signed certificate may be signed with MD2, MD4 or MD5.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        try joining.requireDigest(outside: [.md2, .md4, .md5])
    }

    /// `SignatureHashAlgorithms`, a check of SSL policies.
    ///
    /// Unlike the rule of the profile `reference`, this rule also applies to an anchor that another
    /// certificate signed.
    static let appleSignatureHashAlgorithms = PathCheck(
        "apple-signature-hash-algorithms",
        about: "Only self-signed certificates and anchors that the user trusts may be signed with "
            + "SHA-1 or a weaker digest.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c, "
            + "trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        guard !joining.isUserAnchor else { return }
        try joining.requireDigest(outside: [.md2, .md4, .md5, .sha1])
    }

    /// `WeakKeySize`, a check of every policy.
    package static let appleWeakKeySize = PathCheck(
        "apple-weak-key-size",
        about:
            "Keys are RSA of 1024 to 8192 bits, on a NIST curve of at least 160 bits, Ed25519 or "
            + "Ed448.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c, "
            + "OSX/sec/Security/SecCertificate.c, SecKey.m"
    ) { joining throws(Rejection) in
        let (certificate, depth) = (joining.certificate, joining.depth)
        guard certificate.isWeakKey(joining.cache) else { return }
        switch KeyForm(of: certificate) {
        case .unknown(let algorithm):
            throw Rejection.unsupportedAlgorithm(algorithm, depth: depth)
        case .broken: throw Rejection.badKey(depth: depth)
        case .explicitCurve: throw Rejection.weakKey(KeyForm.explicitText, depth: depth)
        case .inheriting: throw Rejection.weakKey(KeyForm.inheritingText, depth: depth)
        case .decodable:
            guard let kind = joining.cache.key(of: certificate)?.kind else {
                throw Rejection.badKey(depth: depth)
            }
            throw Rejection.weakKey(kind.text, depth: depth)
        }
    }
}

extension PathCheck {
    /// `KeySize`, an SSL policy check of keys that `SecKey` supports; `WeakKeySize` rejects the
    /// other keys.
    static let appleKeySize = PathCheck(
        keyStrength.name,
        about:
            "Keys are RSA of at least 2048 bits or on a curve of at least 256 bits; the policy has "
            + "no minimum for Ed25519 and Ed448 and rejects them. A leaf that the user trusts "
            + "directly may have any key.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c, "
            + "OSX/sec/Security/SecPolicy.c; HT210176"
    ) { joining throws(Rejection) in
        guard !(joining.isEndEntity && joining.isUserAnchor),
            let kind = joining.certificate.secKeyKind(joining.cache)
        else { return }
        let isLongEnough = kind.isOfBytes(
            rsa: SecKeySupport.shortestRSAOfServers,
            curve: SecKeySupport.shortestCurveOfServers
        )
        guard !isLongEnough else { return }
        throw Rejection.weakKey(kind.text, depth: joining.depth)
    }
}

extension PublicKeyKind {
    /// Whether `SecCertificateIsAtLeastMinKeySize` accepts the key under a policy with these
    /// minimum sizes, in bytes.
    package func isOfBytes(rsa: Int, curve: Int) -> Bool {
        switch self {
        case .rsa(let bits): (bits + 7) / 8 >= rsa
        case .ec(_, let bits): (bits + 7) / 8 >= curve
        case .ed25519, .ed448, .dsa, .other: false
        }
    }
}

extension Joining {
    fileprivate var isUserAnchor: Bool { isAnchor && anchorClass == .user }

    /// Rejects the certificate if its digest is one of `weak`, unless its own key signed it.
    ///
    /// `SecPolicyCheckCertSignatureHashAlgorithms` (OSX/sec/Security/SecPolicyLeafCallbacks.c) does
    /// the same.
    fileprivate mutating func requireDigest(
        outside weak: [DigestAlgorithm]
    ) throws(Rejection) {
        guard let digest = certificate.secSignatureDigest, weak.contains(digest),
            try !isSelfSigned()
        else { return }
        let name = SigningAlgorithm(of: certificate)?.name ?? "rsa with \(digest.rawValue)"
        throw Rejection.weakSignature(algorithm: name, depth: depth)
    }

    /// Whether the certificate is signed with its own key; the budget pays for the verification.
    private mutating func isSelfSigned() throws(Rejection) -> Bool {
        guard certificate.isSelfIssued else { return false }
        try budget.spendSignature(by: certificate, cache)
        return cache.isSignedForSecKey(certificate, by: certificate)
    }
}

extension Certificate {
    /// Whether the digest or the key is so weak that the evaluation fails even with a user
    /// exception.
    package var isFatallyWeak: Bool { isOverMD && !isSelfSigned || isWeakKey(.shared) }

    /// Whether the certificate is signed with a digest of the MD family.
    private var isOverMD: Bool {
        secSignatureDigest.map { [.md2, .md4, .md5].contains($0) } ?? false
    }

    private var isSelfSigned: Bool {
        isSelfIssued && SignatureCache.shared.isSignedForSecKey(self, by: self)
    }

    /// Whether the key is weak, as `SecCertificateIsWeakKey` decides: a key that `SecKey` does not
    /// support is weak too.
    fileprivate func isWeakKey(_ cache: SignatureCache) -> Bool {
        switch secKeyKind(cache) {
        case .ed25519, .ed448: false
        case let kind?:
            !kind.isOfBytes(rsa: SecKeySupport.shortestRSA, curve: SecKeySupport.shortestCurve)
        case nil: true
        }
    }
}
