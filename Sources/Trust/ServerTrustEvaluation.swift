import OpenSSL
import PKIX

// What an evaluation of a `ServerTrust` asks and concludes; facts about Apple's platform are of
// Security-61901.0.87.0.1: OSX/sec/Security/SecPolicy.c, SecPolicyChecks.list and
// trust/trustd/SecPolicyServer.c.
extension ServerTrust {
    /// What one policy makes of the trust.
    func evaluation(under policy: Policy) -> Evaluation {
        let validator = PathValidator(anchors: effectiveAnchors, checks: policy.checks)
        let evaluation = validator.evaluate(
            certificates + furtherParents,
            for: policy.host,
            at: verifyDate
        )
        return Evaluation(
            result: result(of: evaluation),
            verdict: evaluation.result,
            chain: evaluation.built.map(\.der)
        )
    }

    private var effectiveAnchors: [Certificate] {
        let own = anchors ?? []
        return (anchorsOnly ? own : own + store.user + store.system)
            .compactMap { try? SignatureCache.shared.certificate($0) }
    }

    /// Where the store's anchors are not trusted they may still stand in a chain.
    private var furtherParents: [[UInt8]] { anchorsOnly ? store.system : [] }

    private func result(of evaluation: PathEvaluation) -> TrustResult {
        switch evaluation.result {
        case .success(let path):
            // The application's anchors are asked first, then the user's, then the system's.
            guard let anchor = path.certificates.last, anchors?.contains(anchor) != true else {
                return .unspecified
            }
            return store.user.contains(anchor) ? .proceed : .unspecified
        case .failure(.revoked):
            return .fatalFailure
        case .failure:
            return evaluation.built.contains(where: \.isFatallyWeak)
                ? .fatalFailure : .recoverableFailure
        }
    }
}

extension ServerTrust.Policy {
    fileprivate var host: ReferenceIdentity? {
        switch self {
        case .basicX509: nil
        case .ssl(let host): host
        }
    }

    /// Neither policy asks for an end entity's key usage; the TLS stack does.
    fileprivate var checks: [PathCheck] {
        switch self {
        case .basicX509: Self.basicX509Checks
        case .ssl: Self.sslChecks
        }
    }

    private static let sslChecks =
        PathCheck.catalogue.leavingOut(.handshakeKeyUsage, .signatureStrength)
        + [.weakSignature, .signatureHashAlgorithms]

    private static let basicX509Checks =
        PathCheck.catalogue.leavingOut(
            .handshakeKeyUsage,
            .identity,
            .extendedKeyUsage,
            .signatureStrength,
            .keyStrength
        ) + [.weakSignature, .weakKeySize]
}

extension PathCheck {
    /// `WeakSignature`, which every policy asks for.
    fileprivate static let weakSignature = PathCheck(
        "apple-weak-signature",
        about: "No certificate but a self-signed one is signed over MD2, MD4 or MD5.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        guard joining.certificate.isSignedOverMD,
            let algorithm = SignatureAlgorithm(of: joining.certificate)
        else { return }
        throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
    }

    /// `SignatureHashAlgorithms`, which SSL policies ask for: unlike the reference policy's rule it
    /// counts for an anchor too, where another certificate signed that.
    fileprivate static let signatureHashAlgorithms = PathCheck(
        "apple-signature-hash-algorithms",
        about: "No certificate but a self-signed one is signed over SHA-1 or anything weaker.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c"
    ) { joining throws(Rejection) in
        guard !joining.certificate.isSelfSigned,
            let algorithm = SignatureAlgorithm(of: joining.certificate), algorithm.isWeak
        else { return }
        throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
    }

    /// `WeakKeySize`, which every policy asks for.
    fileprivate static let weakKeySize = PathCheck(
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

extension Certificate {
    /// Whether it makes a failure fatal, which no exception of the user lifts.
    fileprivate var isFatallyWeak: Bool { isSignedOverMD || weakKeySize != nil }

    /// Whether somebody else signed it over a digest of the MD family.
    fileprivate var isSignedOverMD: Bool {
        guard !isSelfSigned else { return false }
        switch SignatureAlgorithm(of: self)?.scheme {
        case .rsaPKCS1(.md5), .rsaPSS(.md5, _, _), .ecdsa(.md5): return true
        default:
            let identifier = identifier(at: outerAlgorithm.algorithm)
            return identifier == .md2WithRSA || identifier == .md4WithRSA
        }
    }

    fileprivate var isSelfSigned: Bool {
        isSelfIssued && SignatureCache.shared.isSigned(self, by: self)
    }

    /// The size of a key below what any policy takes; nil for one that is long enough or unknown.
    fileprivate var weakKeySize: String? {
        switch SignatureCache.shared.key(of: self)?.kind {
        case .rsa(let bits) where bits < 1_024: "RSA of \(bits) bits"
        case .ec(let curve, let bits) where bits < 160: "on \(curve), \(bits) bits"
        // SecCertificateIsWeakKey takes what SecKey cannot hold for weak.
        case .dsa(let bits): "DSA of \(bits) bits"
        default: nil
        }
    }
}
