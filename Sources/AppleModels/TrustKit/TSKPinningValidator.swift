import ApplePlatform
import PKIX
import Policies
import Trust

/// `TSKTrustEvaluationResult`, by the names that applications see.
enum TSKTrustEvaluationResult: String, Sendable {
    case success = "TSKTrustEvaluationSuccess"
    case failedNoMatchingPin = "TSKTrustEvaluationFailedNoMatchingPin"
    case failedInvalidCertificateChain = "TSKTrustEvaluationFailedInvalidCertificateChain"
    case failedUserDefinedTrustAnchor = "TSKTrustEvaluationFailedUserDefinedTrustAnchor"
    case errorCouldNotGenerateSpkiHash = "TSKTrustEvaluationErrorCouldNotGenerateSpkiHash"
}

/// `TSKTrustDecision`, with what speaks for it.
enum TSKTrustDecision: Hashable, Sendable {
    case shouldAllowConnection(Grounds)
    case shouldBlockConnection(Rejection)
    case domainNotPinned
}

/// `TSKPinningValidator`: what becomes of a trust whose host may have a policy.
struct TSKPinningValidator {
    private(set) var configuration: TSKConfiguration
    let platform: TrustKit.Platform
    /// The clock, and what a mutant leaves out.
    let presented: Presented

    /// A result, and what it means for the connection where nothing overrides it.
    private typealias Evaluation = (
        result: TSKTrustEvaluationResult, verdict: Result<Grounds, Rejection>
    )

    /// `evaluateTrust:forHostname:`; the result is nil where no pin was asked for.
    func evaluateTrust(
        _ serverTrust: inout ServerTrust,
        for identity: ReferenceIdentity
    ) -> (TSKTrustDecision, TSKTrustEvaluationResult?) {
        let policies = configuration.pinnedDomains
        guard let key = policies.key(governing: identity.host, asks: presented.asks),
            let policy = policies[key]
        else { return (.domainNotPinned, nil) }
        if presented.asks(.tskExpiration), let date = policy.expirationDate,
            date < presented.verifyDate
        {
            return (.domainNotPinned, nil)
        }
        if presented.asks(.tskExclude), policy.excludesSubdomainFromParentPolicy {
            return (.domainNotPinned, nil)
        }
        let evaluation = verifyPublicKeyPin(&serverTrust, for: identity, policy.publicKeyHashes)
        return (decision(on: evaluation, of: &serverTrust, under: policy), evaluation.result)
    }

    /// Gives the entry that governs `host`, where there is one, other hashes.
    mutating func replacePublicKeyHashes(of host: String, by hashes: Set<[UInt8]>) {
        guard let key = configuration.pinnedDomains.key(governing: host, asks: presented.asks)
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
            return presented.asks(.tskEnforcePinning) && policy.enforcesPinning
                ? .shouldBlockConnection(rejection)
                : .shouldAllowConnection(grounds(of: &serverTrust))
        case (_, .failure(let rejection)):
            return .shouldBlockConnection(rejection)
        }
    }

    /// `verifyPublicKeyPin`.
    private func verifyPublicKeyPin(
        _ serverTrust: inout ServerTrust,
        for identity: ReferenceIdentity,
        _ knownPins: Set<[UInt8]>
    ) -> Evaluation {
        serverTrust.setPolicies([.ssl(host: identity)])
        if presented.asks(.tskChain) {
            do {
                _ = try serverTrust.evaluateWithError()
            } catch {
                return (.failedInvalidCertificateChain, .failure(error))
            }
        }
        let chain = serverTrust.certificateChain
        for (depth, certificate) in chain.enumerated().reversed() {
            guard let hash = TSKSPKIHash(of: certificate) else {
                guard presented.asks(.tskSPKIHash) else { continue }
                return (
                    .errorCouldNotGenerateSpkiHash,
                    .failure(TSKSPKIHash.rejection(of: certificate, depth: depth))
                )
            }
            if knownPins.contains(hash.octets) {
                return (.success, .success(grounds(of: &serverTrust)))
            }
        }
        if platform == .macos, presented.asks(.tskUserDefinedAnchor),
            chain.contains(where: serverTrust.store.user.contains)
        {
            return (.failedUserDefinedTrustAnchor, .failure(.pinMismatch))
        }
        guard presented.asks(.tskPin) else {
            return (.success, .success(grounds(of: &serverTrust)))
        }
        return (.failedNoMatchingPin, .failure(.pinMismatch))
    }

    /// The path; none only where a mutant did not ask for one.
    private func grounds(of serverTrust: inout ServerTrust) -> Grounds {
        do {
            return .path(try serverTrust.evaluateWithError())
        } catch {
            return .pin
        }
    }
}
