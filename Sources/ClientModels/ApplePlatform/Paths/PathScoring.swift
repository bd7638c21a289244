import Crypto
import PathValidation
import X509

/// A path whose signatures verify, and whether its last certificate is an anchor.
struct ScoredPath {
    /// The certificates of the path, end entity first.
    let certificates: [Certificate]
    let last: Certificate
    let isAnchored: Bool

    init(_ leaf: Certificate, isAnchored: Bool) {
        (certificates, last, self.isAnchored) = ([leaf], leaf, isAnchored)
    }

    private init(_ certificates: [Certificate], _ last: Certificate, isAnchored: Bool) {
        (self.certificates, self.last, self.isAnchored) = (certificates, last, isAnchored)
    }

    func appending(_ issuer: Certificate, isAnchored: Bool) -> ScoredPath {
        ScoredPath(certificates + [issuer], issuer, isAnchored: isAnchored)
    }
}

/// The rules by which trustd scores a path, and its rule on certificates that may not issue.
struct PathScoring: Sendable {
    let verifyDate: Instant
    let cache: SignatureCache
    /// Whether any policy checks dates, digests and key sizes; a revocation policy does not.
    var asksBasics = true
    var checks = CheckSet.all
}

// The named functions are in Security-61901.0.87.0.1, trust/trustd/SecCertificateServer.c.
extension PathScoring {
    /// Returns the score of `SecCertificatePathVCScore`, with the points that
    /// `SecPathBuilderAccept` adds.
    func score(_ path: ScoredPath, isAccepted: Bool) -> Int {
        let count = path.certificates.count
        var score = 0
        if path.isAnchored, checks.contains(.scoreAnchored) { score += 10_000 }
        // A longer path is better if it does not end at a self-signed certificate.
        score +=
            isSelfSigned(path.last) && checks.contains(.scoreSelfSigned) ? 1_000 - count : count
        if path.certificates.allSatisfy(isValid), checks.contains(.scoreDates) { score += 100 }
        if !hasWeakDigest(path), checks.contains(.scoreDigests) { score += 10 }
        if !path.certificates.contains(where: isBelowMinimumKeySize), checks.contains(.scoreKeys) {
            score += 10
        }
        if isAccepted, checks.contains(.acceptedPathWins) { score += 10_000_000 }
        return score
    }

    /// Whether another path for the leaf could have better digests than this path.
    func isWorthImproving(_ path: ScoredPath) -> Bool {
        guard checks.contains(.strongerDigests) else { return false }
        return hasWeakDigest(path)
            && path.certificates.first.map(isWeakDigest) == false
    }

    /// `SecCertificatePathVCHasWeakHash`: whether the path has a weak digest; the digest of an
    /// anchor does not matter.
    private func hasWeakDigest(_ path: ScoredPath) -> Bool {
        (path.isAnchored ? path.certificates.dropLast() : path.certificates[...])
            .contains(where: isWeakDigest)
    }

    private func isWeakDigest(_ certificate: Certificate) -> Bool { certificate.hasWeakHash }

    private func isValid(_ certificate: Certificate) -> Bool {
        certificate.validity.notBefore <= verifyDate && verifyDate <= certificate.validity.notAfter
    }

    /// `SecCertificatePathVCHasWeakKeySize`: whether the key is RSA below 2048 bits, on a curve
    /// below 224 bits, or of another kind.
    private func isBelowMinimumKeySize(_ certificate: Certificate) -> Bool {
        certificate.secKeyKind(cache)?.isOfBytes(rsa: 256, curve: 28) != true
    }

    func isSelfSigned(_ certificate: Certificate) -> Bool {
        certificate.isSelfIssued && cache.isSignedForSecKey(certificate, by: certificate)
    }

    /// `SecPVCParentCertificateChecks` (trust/trustd/SecPolicyServer.c): whether a rule forbids the
    /// certificate to issue, before any signature is verified.
    func mayNotIssue(_ issuer: Certificate) -> Bool {
        asksBasics && (!isValid(issuer) || issuer.isFatallyWeak)
            // Before version 3, a certificate has no extension that marks it as a CA.
            || issuer.version >= 3 && issuer.extensions.basicConstraints?.isCA != true
            || issuer.extensions.keyUsage?.contains(.keyCertSign) == false
    }
}
