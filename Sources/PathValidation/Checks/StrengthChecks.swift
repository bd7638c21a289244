import Crypto
import X509

// Rules on algorithms and keys, and on the signature itself.
extension PathCheck {
    package static let signatureStrength = signatureStrength(acceptingSHA1: false)

    /// Returns the rule `signatureStrength`; `acceptsSHA1` is true for old clients.
    package static func signatureStrength(acceptingSHA1 acceptsSHA1: Bool) -> PathCheck {
        PathCheck(
            "signature-strength",
            about: "Signatures use a known algorithm and an unbroken digest; a trust anchor's own "
                + "signature is not checked.",
            source: "RFC 8446 §4.4.2.4; CA/B Forum BR §7.1.3.2"
        ) { joining throws(Rejection) in
            guard !joining.isAnchor else { return }
            guard let algorithm = SigningAlgorithm(of: joining.certificate) else {
                throw Rejection.unsupportedSignature(of: joining.certificate, depth: joining.depth)
            }
            guard algorithm.isWeak(acceptingSHA1: acceptsSHA1) else { return }
            throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
        }
    }

    package static let keyStrength = keyStrength(rsa: 2_048, curve: 256)

    /// Returns the rule `keyStrength` with these minimum sizes, in bits.
    package static func keyStrength(rsa leastOfRSA: Int, curve leastOfCurves: Int) -> PathCheck {
        PathCheck(
            "key-strength",
            about: "Keys are RSA of at least \(leastOfRSA) bits, on a named curve of at least "
                + "\(leastOfCurves), Ed25519 or Ed448; points of small order, for which anyone can "
                + "sign, are rejected.",
            source: "CA/B Forum BR §6.1.5, §6.1.6; RFC 3279 §2.3; RFC 5480 §2.1.1; RFC 8410 §3; "
                + "NIST SP 800-186 §D.1.3"
        ) { joining throws(Rejection) in
            try joining.requireKey(rsa: leastOfRSA, curve: leastOfCurves)
        }
    }

    package static let signature = PathCheck(
        "signature",
        about: "The issuer's key signed the certificate below it.",
        source: "RFC 5280 §6.1.3 (a)(1)"
    ) { (link: inout Link) throws(Rejection) in
        guard SigningAlgorithm(of: link.child)?.scheme != nil else {
            throw Rejection.unsupportedSignature(of: link.child, depth: link.depth)
        }
        guard !link.awaitsParameters else { throw Rejection.badKey(depth: link.depth + 1) }
        try link.budget.spendSignature(by: link.issuer, link.cache)
        guard link.cache.isSigned(link.child, by: link.issuer, above: link.above) else {
            throw Rejection.badSignature(depth: link.depth)
        }
    }
}

extension Joining {
    /// Requires a key that decodes and is long enough, in bits.
    func requireKey(rsa leastOfRSA: Int, curve leastOfCurves: Int) throws(Rejection) {
        let form = KeyForm(of: certificate)
        switch form {
        case .unknown(let algorithm):
            throw Rejection.unsupportedAlgorithm(algorithm, depth: depth)
        case .broken: throw Rejection.badKey(depth: depth)
        case .explicitCurve:
            // An attacker who chooses the generator knows a private key (CVE-2020-0601).
            throw Rejection.weakKey(KeyForm.explicitText, depth: depth)
        case .inheriting:
            throw Rejection.weakKey(KeyForm.inheritingText, depth: depth)
        case .decodable: break
        }
        guard let key = cache.key(of: certificate) else {
            throw Rejection.badKey(depth: depth)
        }
        switch key.kind {
        case .rsa(let bits) where bits >= leastOfRSA: break
        case .ec(_, let bits) where bits >= leastOfCurves: break
        case .ed25519, .ed448: break
        // BR §6.1.5 does not list DSA, and FIPS 186-5 withdrew it.
        case .rsa, .ec, .dsa: throw Rejection.weakKey(key.kind.text, depth: depth)
        case .other: throw Rejection.badKey(depth: depth)
        }
    }
}

extension PublicKeyKind {
    /// The words after "the key is" in a message.
    var text: String {
        switch self {
        case .rsa(let bits): "RSA of \(bits) bits"
        case .ec(let curve, let bits): "on \(curve), \(bits) bits"
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        case .dsa(let bits): "DSA of \(bits) bits"
        case .other(let name): name
        }
    }
}

extension SigningAlgorithm {
    /// Whether the algorithm's digest is broken.
    ///
    /// An old client, which accepts SHA-1, rejects only weaker digests.
    func isWeak(acceptingSHA1 acceptsSHA1: Bool) -> Bool {
        guard isWeak, acceptsSHA1 else { return isWeak }
        // The rule on key strength rejects DSA with any digest.
        if case .dsa = self { return true }
        return digests.contains { $0.isWeak && $0 != .sha1 }
    }
}

extension Rejection {
    static func unsupportedSignature(
        of certificate: Certificate,
        depth: Int
    ) -> Rejection {
        .unsupportedAlgorithm(
            certificate.identifier(at: certificate.outerAlgorithm.algorithm),
            depth: depth
        )
    }
}
