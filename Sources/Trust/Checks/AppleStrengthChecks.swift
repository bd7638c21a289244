import OpenSSL
import PKIX

// Apple's checks on algorithms and keys, under their names in
// OSX/sec/Security/SecPolicyChecks.list.
extension PathCheck {
    /// `WeakSignature`, a check of every policy.
    package static let appleWeakSignature = PathCheck(
        "apple-weak-signature",
        about: "No certificate but a self-signed one is signed over MD2, MD4 or MD5.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        guard joining.certificate.statesMD,
            let algorithm = SigningAlgorithm(of: joining.certificate),
            try !joining.isSelfSigned()
        else { return }
        throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
    }

    /// `SignatureHashAlgorithms`, a check of SSL policies.
    ///
    /// Unlike the reference policy's rule it applies to an anchor too, if another certificate
    /// signed it.
    static let appleSignatureHashAlgorithms = PathCheck(
        "apple-signature-hash-algorithms",
        about: "No certificate is signed over SHA-1 or anything weaker, but a self-signed one and "
            + "an anchor that the user trusts.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c, "
            + "trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        guard !joining.isUserAnchor else { return }
        guard let algorithm = SigningAlgorithm(of: joining.certificate), algorithm.isWeak,
            try !joining.isSelfSigned()
        else { return }
        throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
    }

    /// `WeakKeySize`, a check of every policy.
    package static let appleWeakKeySize = PathCheck(
        "apple-weak-key-size",
        about: "Keys are RSA of at least 1024 bits or on a named curve of at least 160.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        switch KeyForm(of: joining.certificate) {
        case .broken, .explicitCurve: throw Rejection.badKey(depth: joining.depth)
        case .inheriting:
            throw Rejection.weakKey(KeyForm.inheritingText, depth: joining.depth)
        case .decodable, .unknown: break
        }
        guard let size = joining.certificate.weakKeySize else { return }
        throw Rejection.weakKey(size, depth: joining.depth)
    }
}

extension PathCheck {
    /// `KeySize`, a check of SSL policies: the reference policy's rule, without a leaf that the
    /// user trusts.
    static let appleKeySize = PathCheck(
        keyStrength.name,
        about: keyStrength.about + " A leaf that the user trusts itself may have any.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c; HT210176"
    ) { joining throws(Rejection) in
        guard !(joining.isEndEntity && joining.isUserAnchor) else { return }
        guard case .joining(let judge) = keyStrength.judgement else { return }
        try judge(&joining)
    }
}

extension Joining {
    fileprivate var isUserAnchor: Bool { isAnchor && anchorClass == .user }

    /// Whether the certificate is signed with its own key; the budget pays for the verification.
    fileprivate mutating func isSelfSigned() throws(Rejection) -> Bool {
        guard certificate.isSelfIssued else { return false }
        try budget.spendSignature(by: certificate, cache)
        return cache.isSigned(certificate, by: certificate)
    }
}

extension Certificate {
    /// Whether its weakness is a fatal failure, which no exception of the user overrides.
    package var isFatallyWeak: Bool { statesMD && !isSelfSigned || weakKeySize != nil }

    /// Whether it is signed over a digest of the MD family.
    fileprivate var statesMD: Bool {
        let digest: DigestAlgorithm
        switch SigningAlgorithm(of: self) {
        case .rsaPKCS1(let stated), .ecdsa(let stated): digest = stated
        case .rsaPSS(let parameters): digest = parameters.digest
        case .dsa, .ed25519, .ed448: return false
        case nil:
            // MD2 or MD4 with RSA counts whatever its parameters are.
            let identifier = identifier(at: outerAlgorithm.algorithm)
            return identifier == .md2WithRSA || identifier == .md4WithRSA
        }
        return [.md2, .md4, .md5].contains(digest)
    }

    private var isSelfSigned: Bool {
        isSelfIssued && SignatureCache.shared.isSigned(self, by: self)
    }

    /// The size of a key that every policy rejects; nil for a longer or unknown one.
    fileprivate var weakKeySize: String? {
        switch SignatureCache.shared.key(of: self)?.kind {
        case .rsa(let bits) where bits < 1_024: "RSA of \(bits) bits"
        case .ec(let curve, let bits) where bits < 160: "on \(curve), \(bits) bits"
        // SecCertificateIsWeakKey treats keys that SecKey does not support as weak.
        case .dsa(let bits): "DSA of \(bits) bits"
        default: nil
        }
    }
}
