import PathValidation
import X509

/// `TSKTrustEvaluationResult`, with the names that applications use.
enum TSKTrustEvaluationResult: String, Sendable {
    case success = "TSKTrustEvaluationSuccess"
    case failedNoMatchingPin = "TSKTrustEvaluationFailedNoMatchingPin"
    case failedInvalidCertificateChain = "TSKTrustEvaluationFailedInvalidCertificateChain"
    case failedUserDefinedTrustAnchor = "TSKTrustEvaluationFailedUserDefinedTrustAnchor"
    case errorCouldNotGenerateSpkiHash = "TSKTrustEvaluationErrorCouldNotGenerateSpkiHash"
}

/// `TSKTrustDecision`, with its grounds or reason.
enum TSKTrustDecision: Hashable, Sendable {
    case shouldAllowConnection(Grounds)
    case shouldBlockConnection(Rejection)
    case domainNotPinned
}

/// `TSKPinningValidator`: the decision on a trust whose host may have a policy.
struct TSKPinningValidator {
    private(set) var configuration: TSKConfiguration
    let platform: TrustKit.Platform
    /// The time of the client's clock.
    let verifyDate: Instant
    let checks: CheckSet
    var release = TrustKitRelease.current

    /// A result of the evaluation, and the verdict that follows unless the policy overrides it.
    private typealias Evaluation = (
        result: TSKTrustEvaluationResult, verdict: Result<Grounds, Rejection>
    )

    /// Decides as `evaluateTrust:forHostname:` does; the result is nil if no pin applies.
    func evaluateTrust(
        _ serverTrust: inout ServerTrust,
        for identity: ReferenceIdentity
    ) -> (TSKTrustDecision, TSKTrustEvaluationResult?) {
        let policies = configuration.pinnedDomains
        guard let key = policies.key(governing: identity.host, checks: checks),
            let policy = policies[key]
        else { return (.domainNotPinned, nil) }
        if checks.contains(.tskExpiration), let date = policy.expirationDate,
            date < verifyDate
        {
            return (.domainNotPinned, nil)
        }
        if checks.contains(.tskExclude), policy.excludesSubdomainFromParentPolicy {
            return (.domainNotPinned, nil)
        }
        let evaluation = verifyPublicKeyPin(&serverTrust, for: identity, policy.publicKeyHashes)
        return (decision(on: evaluation, of: &serverTrust, under: policy), evaluation.result)
    }

    /// Replaces the hashes of the entry for `host`, if `host` has an entry.
    mutating func replacePublicKeyHashes(of host: String, by hashes: Set<[UInt8]>) {
        guard let key = configuration.pinnedDomains.key(governing: host, checks: checks)
        else { return }
        configuration.pinnedDomains[key]?.publicKeyHashes = hashes
    }

    private func decision(
        on evaluation: Evaluation,
        of serverTrust: inout ServerTrust,
        under policy: TSKDomainPolicy
    ) -> TSKTrustDecision {
        switch (evaluation.result, evaluation.verdict) {
        case (_, .success(let grounds)):
            return .shouldAllowConnection(grounds)
        case (.failedUserDefinedTrustAnchor, .failure(let rejection)):
            return configuration.ignoresPinningForUserDefinedTrustAnchors
                ? .shouldAllowConnection(grounds(of: &serverTrust))
                : .shouldBlockConnection(rejection)
        case (.failedNoMatchingPin, .failure(let rejection)):
            return checks.contains(.tskEnforcePinning) && policy.enforcesPinning
                ? .shouldBlockConnection(rejection)
                : .shouldAllowConnection(grounds(of: &serverTrust))
        case (_, .failure(let rejection)):
            return .shouldBlockConnection(rejection)
        }
    }

    private func verifyPublicKeyPin(
        _ serverTrust: inout ServerTrust,
        for identity: ReferenceIdentity,
        _ knownPins: Set<[UInt8]>
    ) -> Evaluation {
        serverTrust.setPolicies([.ssl(host: identity)])
        if checks.contains(.tskChain) {
            do {
                _ = try serverTrust.evaluateWithError()
            } catch {
                return (.failedInvalidCertificateChain, .failure(error))
            }
        }
        let chain = serverTrust.certificateChain
        for (depth, certificate) in chain.enumerated().reversed() {
            guard let hash = TSKSPKIHash(of: certificate, by: release) else {
                guard checks.contains(.tskSPKIHash) else { continue }
                return (
                    .errorCouldNotGenerateSpkiHash,
                    .failure(TSKSPKIHash.rejection(of: certificate, depth: depth))
                )
            }
            if knownPins.contains(hash.bytes) {
                return (.success, .success(grounds(of: &serverTrust)))
            }
        }
        if platform == .macos, checks.contains(.tskUserDefinedAnchor),
            chain.contains(where: serverTrust.store.user.contains)
        {
            return (.failedUserDefinedTrustAnchor, .failure(.pinMismatch))
        }
        guard checks.contains(.tskPin) else {
            return (.success, .success(grounds(of: &serverTrust)))
        }
        return (.failedNoMatchingPin, .failure(.pinMismatch))
    }

    /// Returns the grounds for acceptance: the path, or a pin if a mutant does not require a path.
    private func grounds(of serverTrust: inout ServerTrust) -> Grounds {
        do {
            return .path(try serverTrust.evaluateWithError())
        } catch {
            return .pin
        }
    }
}
