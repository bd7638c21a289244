import Crypto
import PathValidation
import X509

// The evaluation of a `ServerTrust`. Facts about Apple's platform come from
// Security-61901.0.87.0.1: trust/trustd/SecTrustServer.c and SecPolicyServer.c.
extension ServerTrust {
    /// Returns the result under the policies.
    func evaluation() -> Evaluation {
        let sources = sources
        let validator = validator(trusting: sources.anchors.flatMap(\.self))
        let scoring = PathScoring(
            verifyDate: verifyDate,
            cache: validator.cache,
            asksBasics: policies.askBasics,
            checks: checks
        )
        var builder = TrustdPathBuilder(from: endEntity, sources, scoring, budget: validator.budget)
        var judge = validator
        var objection: Rejection?
        let best = builder.bestPath { path in
            guard !path.contains(where: isDenied) else { return nil }
            let evaluation = judge.evaluate(path: path, beside: served, for: host, at: verifyDate)
            judge.budget = evaluation.budget
            switch evaluation.result {
            case .success(let verified): return verified
            case .failure(let rejection):
                objection = objection ?? rejection
                return nil
            }
        }
        let chain = best.certificates.map(\.der)
        if let verified = best.verified {
            return Evaluation(result: success(chain), verdict: .success(verified), chain: chain)
        }
        let parents = sources.parents.joined().map(\.der)
        let found = validator.evaluate(parents, for: host, at: verifyDate).result
        return Evaluation(
            result: failure(best.certificates, validator),
            verdict: .failure(rejection(of: best.certificates, found, objection)),
            chain: chain
        )
    }

    private func success(_ chain: [[UInt8]]) -> TrustResult {
        // The user's anchors are not a source if only the application's anchors are trusted.
        let isUsers = !isAnchorsOnly && chain.contains(where: store.user.contains)
        return isUsers && checks.contains(.userAnchorProceeds) ? .proceed : .unspecified
    }

    private func failure(_ path: [Certificate], _ validator: PathValidator) -> TrustResult {
        if checks.contains(.fatalWeakness), isFatal(path, validator) { return .fatalFailure }
        return path.contains(where: isDenied) ? .deny : .recoverableFailure
    }

    /// Whether a failure is fatal, so that no exception can override it.
    private func isFatal(_ path: [Certificate], _ validator: PathValidator) -> Bool {
        if policies.askBasics, path.contains(where: \.isFatallyWeak) { return true }
        var validator = validator
        validator.checks = validator.checks.filter { $0.name == PathCheck.appleRevocation.name }
        let evaluation = validator.evaluate(path: path, beside: served, for: nil, at: verifyDate)
        if case .failure(.revoked) = evaluation.result { return true }
        return false
    }

    /// Returns the reason for the rejection: the most useful objection, by the validator's rank.
    ///
    /// - Parameters:
    ///   - path: the path that is returned.
    ///   - found: the result of the validator's own search.
    ///   - objection: the objection to the first path that reached an anchor; nil if no path did.
    /// - Returns: the reason.
    private func rejection(
        of path: [Certificate],
        _ found: Result<VerifiedPath, Rejection>,
        _ objection: Rejection?
    ) -> Rejection {
        if let depth = path.firstIndex(where: isDenied) { return .distrusted(depth: depth) }
        switch found {
        case .failure(let rejection): return rejection
        // trustd builds fewer paths than the validator: at most a hundred, and none through a third
        // key of one CA.
        case .success: return objection ?? .unknownIssuer(depth: path.count - 1)
        }
    }
}

// The sources of certificates (`SecPathBuilderInit`).
extension ServerTrust {
    private var isAnchorsOnly: Bool {
        anchorsOnly && checks.contains(.anchorsOnly)
            && (anchors != [] || checks.contains(.emptyAnchors))
    }

    private var sources: TrustdPathBuilder.Sources {
        let isAnchorsOnly = isAnchorsOnly
        let user = Self.certificates(store.user + store.denied)
        let system = Self.certificates(store.system)
        return TrustdPathBuilder.Sources(
            anchors: [Self.certificates(anchors ?? [])] + (isAnchorsOnly ? [] : [user, system]),
            parents: [served]
                + (isAnchorsOnly && checks.contains(.storeParents) ? [system, user] : [])
        )
    }

    /// Returns the certificates of a store that decode.
    private static func certificates(_ ders: [[UInt8]]) -> [Certificate] {
        ders.compactMap { try? decoded($0) }
    }

    /// Whether the store's trust settings distrust a certificate; the settings apply only if the
    /// store is used.
    private func isDenied(_ certificate: Certificate) -> Bool {
        !isAnchorsOnly && store.denied.contains(certificate.der)
    }
}

// The inputs of path validation.
extension ServerTrust {
    /// The host of the first policy that has a host; the hosts of further policies are in the
    /// checks.
    private var host: ReferenceIdentity? {
        checks.contains(.policyHost) ? policies.hosts.first : nil
    }

    private func validator(trusting anchors: [Certificate]) -> PathValidator {
        var validator = PathValidator(
            anchors: anchors,
            checks: policies.checks.intersection(checks),
            decoding: PathProfile.apple.decoding,
            revocation: revocation,
            budget: PathProfile.apple.budget
        )
        validator.anchorClasses = anchorClasses(of: anchors)
        return validator
    }

    private var revocation: RevocationInputs {
        let flags = policies.revocationFlags ?? []
        let isRequired =
            flags.contains(.requirePositiveResponse) && checks.contains(.positiveResponse)
        return RevocationInputs(
            isRequired ? .hardFail : .softFail,
            crls: flags.contains(.crlMethod) ? crls : [],
            of: served.map(\.der),
            staples: checks.contains(.stapledRevocation) ? staples : [],
            checks: RevocationCheck.catalogue.intersection(checks)
        )
    }

    /// Returns the class of each anchor, by the store that contains it, even if the application
    /// also named the anchor (SecCertificateSourceContains).
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
}
