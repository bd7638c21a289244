import OpenSSL
import PKIX

// What an evaluation of a `ServerTrust` asks and concludes; facts about Apple's platform are of
// Security-61901.0.87.0.1: OSX/sec/Security/SecPolicy.c, SecPolicyChecks.list and
// trust/trustd/SecPolicyServer.c.
extension ServerTrust {
    /// What one policy makes of the trust.
    func evaluation(under policy: Policy) -> Evaluation {
        var validator = PathValidator(
            anchors: effectiveAnchors,
            checks: policy.checks.leavingOut(leftOut),
            decoding: PathProfile.apple.decoding
        )
        validator.anchorClasses = anchorClasses(of: validator.anchors)
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
            .compactMap { try? Self.decoded($0) }
    }

    /// The platform asks whether its own stores hold an anchor, whoever else named it
    /// (SecCertificateSourceContains).
    private func anchorClasses(of anchors: [Certificate]) -> [Certificate: AnchorClass] {
        Dictionary(
            anchors.map { anchor in
                let isSystem = store.system.contains(anchor.der)
                let isUser = store.user.contains(anchor.der)
                return (anchor, isSystem ? .system : isUser ? .user : .application)
            },
            uniquingKeysWith: { first, _ in first }
        )
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

    private static let sslChecks = PathProfile.apple.checks()

    private static let basicX509Checks = PathProfile.appleBasic
}
