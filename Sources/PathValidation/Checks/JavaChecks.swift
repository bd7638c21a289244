import Crypto
import X509

// The rules of OpenJDK 17 and 25 on paths where they differ from RFC 5280. The named files are
// below sun/security of java.base.
extension PathCheck {
    static let javaExtensionBodies = PathCheck(
        extensionBodies.name,
        about: "Every known critical extension decodes.",
        source: "OpenJDK 17, x509/CertificateExtensions.java parseExtension"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard let fault = certificate.extensions.faults.first(where: \.extension.isCritical) else {
            return
        }
        let identifier = certificate.identifier(at: fault.extension.identifier)
        throw Rejection.badExtension(identifier, fault.error, depth: joining.depth)
    }

    static let javaSignatureStrength = PathCheck(
        signatureStrength.name,
        about:
            "Signatures use an algorithm that the handshake offers (not SHA-3 or SHA-512/256) and "
            + "a digest that is not broken; a trust anchor's own signature is not checked.",
        source: "OpenJDK 17 and 25, provider/certpath/AlgorithmChecker.java check, "
            + "ssl/SSLAlgorithmConstraints.java SupportedSignatureAlgorithmConstraints, "
            + "ssl/SignatureScheme.java"
    ) { joining throws(Rejection) in
        guard !joining.isAnchor else { return }
        let stated = SigningAlgorithm(of: joining.certificate)
        if let algorithm = stated, algorithm.isWeak {
            throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
        }
        guard stated?.isOfferedByJSSE == true else {
            throw Rejection.unsupportedSignature(of: joining.certificate, depth: joining.depth)
        }
    }

    static let javaKeyStrength = PathCheck(
        keyStrength.name,
        about:
            "Keys are RSA or DSA of at least 1,024 bits, Ed25519, Ed448, or on P-256, P-384 or "
            + "P-521 and not compressed. Edwards points of small order are not rejected.",
        source: "OpenJDK 17 and 25, jdk.certpath.disabledAlgorithms, util/CurveDB.java, "
            + "util/ECUtil.java, ec/ed/EdDSAOperations.java decodeAffinePoint"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        if certificate.hasEdwardsKey {
            guard EdwardsPoint.isBelowFieldOrder(certificate.der[certificate.publicKey.bits]),
                joining.cache.keyForOpenSSL(of: certificate) != nil
            else { throw Rejection.badKey(depth: joining.depth) }
            return
        }
        let kind = joining.cache.key(of: certificate)?.kind
        if case .dsa(let bits)? = kind, bits >= 1_024 { return }
        try joining.requireKey(rsa: 1_024, curve: 256)
        guard case .ec(let curve, _)? = kind else { return }
        let isUncompressed = certificate.der[certificate.publicKey.bits].first == 4
        guard isUncompressed, ["prime256v1", "secp384r1", "secp521r1"].contains(curve) else {
            throw Rejection.badKey(depth: joining.depth)
        }
    }

    static let javaSignature = PathCheck(
        signature.name,
        about:
            "The issuer's key signed the certificate below it, even if that key is an Edwards "
            + "point of small order.",
        source: "OpenJDK 17 and 25, provider/certpath/BasicChecker.java verifySignature"
    ) { (link: inout Link) throws(Rejection) in
        guard SigningAlgorithm(of: link.child)?.scheme != nil else {
            throw Rejection.unsupportedSignature(of: link.child, depth: link.depth)
        }
        guard !link.awaitsParameters else { throw Rejection.badKey(depth: link.depth + 1) }
        try link.budget.spendSignature(by: link.issuer, link.cache)
        guard
            link.cache.isSigned(link.child, by: link.issuer, above: link.above)
                || link.cache.isSignedForOpenSSL(link.child, by: link.issuer)
        else { throw Rejection.badSignature(depth: link.depth) }
    }
}

extension SigningAlgorithm {
    /// Whether ssl/SignatureScheme.java names this algorithm for any version of TLS.
    fileprivate var isOfferedByJSSE: Bool {
        switch self {
        case .rsaPKCS1(let digest), .ecdsa(let digest):
            [.sha1, .sha224, .sha256, .sha384, .sha512].contains(digest)
        case .dsa(let digest): [.sha1, .sha224, .sha256].contains(digest)
        case .rsaPSS, .ed25519, .ed448: true
        }
    }
}

extension Certificate {
    fileprivate var hasEdwardsKey: Bool {
        let algorithm = identifier(at: publicKey.algorithm.algorithm)
        return algorithm == .ed25519 || algorithm == .ed448
    }
}

extension DERRules {
    /// Violations of DER that OpenJDK accepts, as `catalogue` describes.
    package static let java: DERRules = [
        .anyTrue, .encodedDefaults, .paddedIntegers, .trailingZeroBits, .unsortedSets, .highIA5,
        .looseStrings, .timesWithoutSeconds, .timesWithOffsets, .trailingBytes, .keysWithoutNull,
    ]
}
