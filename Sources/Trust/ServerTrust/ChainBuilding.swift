import OpenSSL
import PKIX

/// Builds the best chain there is, good or bad: what `SecTrustCopyCertificateChain` shows after a
/// trust failed, and what pins are compared with then.
///
/// The rules are those of trustd (Security-61901 trust/trustd/SecTrustServer.c): a link is a
/// signature that verifies, a chain stops at the first anchor, and of several the best score wins.
struct ChainBuilding {
    let pool: CertificatePool
    let verifyDate: Instant
    let cache: SignatureCache
    let budget: Budget

    /// Complete chains that are compared; trustd's number.
    private static let maximumChains = 100

    /// The best chain from `endEntity`; it alone where nothing signed it.
    func bestChain(from endEntity: Certificate) -> [Certificate] {
        var chains: [[Certificate]] = []
        var budget = budget
        build([endEntity], &chains, &budget)
        guard var best = chains.first else { return [endEntity] }
        var bestScore = score(best)
        // Ties go to the chain found first, as candidates come in order of likelihood.
        for chain in chains.dropFirst() {
            let score = score(chain)
            if score > bestScore { (best, bestScore) = (chain, score) }
        }
        return best
    }

    private func build(
        _ chain: [Certificate],
        _ chains: inout [[Certificate]],
        _ budget: inout Budget
    ) {
        guard chains.count < Self.maximumChains, let last = chain.last else { return }
        var isComplete = true
        if !pool.isAnchor(last), chain.count < budget.pathLength {
            for issuer in pool.issuers(above: chain) {
                // What cannot be paid for is not looked into.
                guard (try? budget.spendSignature(by: issuer, cache)) != nil,
                    cache.isSigned(last, by: issuer)
                else { continue }
                isComplete = false
                build(chain + [issuer], &chains, &budget)
            }
        }
        if isComplete { chains.append(chain) }
    }

    /// trustd's scores; a chain through an issuer that may not issue counts only where there is no
    /// other.
    private func score(_ chain: [Certificate]) -> Int {
        guard let last = chain.last else { return 0 }
        let signed = pool.isAnchor(last) ? chain.dropLast() : chain[...]
        let isSelfSigned = last.isSelfIssued && cache.isSigned(last, by: last)
        var score = isSelfSigned ? 1_000 - chain.count : chain.count
        if pool.isAnchor(last) { score += 10_000 }
        if chain.allSatisfy(isValid) { score += 100 }
        if signed.allSatisfy({ SignatureAlgorithm(of: $0)?.isWeak == false }) { score += 10 }
        if !chain.contains(where: hasWeakKey) { score += 10 }
        if chain.dropFirst().contains(where: mayNotIssue) { score -= 100_000 }
        return score
    }

    private func isValid(_ certificate: Certificate) -> Bool {
        certificate.validity.notBefore <= verifyDate && verifyDate <= certificate.validity.notAfter
    }

    /// RSA below 1024 bits or a curve below 160, as trustd counts; of DSA it knows nothing.
    private func hasWeakKey(_ certificate: Certificate) -> Bool {
        switch cache.key(of: certificate)?.kind {
        case .rsa(let bits): bits < 1_024
        case .ec(_, let bits): bits < 160
        case .ed25519, .ed448: false
        case .dsa, .other, nil: true
        }
    }

    private func mayNotIssue(_ certificate: Certificate) -> Bool {
        certificate.extensions.basicConstraints?.isCA != true
            || certificate.extensions.keyUsage?.contains(.keyCertSign) == false
    }
}
