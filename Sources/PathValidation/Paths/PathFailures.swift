import X509

/// The failures of the branches of a search, and the choice of the failure to report.
struct PathFailures {
    private let pool: CertificatePool
    private let cache: SignatureCache
    private var failures: [Failure] = []
    /// Certificates whose signature by an issuer was verified.
    var issued: [Certificate] = []
    /// The results of signature checks, so that the budget pays for each check only once.
    private var signatures: [Pair: Bool] = [:]

    private struct Pair: Hashable {
        let child, issuer: Certificate
    }

    private struct Failure {
        let rejection: Rejection
        let child: Certificate
        /// The depth of the child.
        let depth: Int
        /// The rejected issuer; nil if no issuer was found.
        let candidate: Certificate?
        /// Whether the candidate is the only possible issuer and the child's key identifier names
        /// the candidate.
        let isUncontested: Bool

        /// The highest rank that the failure can have once signatures are checked.
        var highestRank: Int {
            // If a certificate of another name signed the child, the issuer is misnamed, not
            // unknown.
            max(rejection.code.rank, Rejection.Code.nameChaining.rank)
        }
    }

    init(pool: CertificatePool, cache: SignatureCache) {
        self.pool = pool
        self.cache = cache
    }

    /// Records why `path` has no continuation, or no continuation through `candidate`.
    mutating func note(
        _ rejection: Rejection,
        _ path: [Certificate],
        _ candidate: Certificate?,
        isUncontested: Bool
    ) {
        // Keep at most 100 failures; more do not improve the report.
        guard let child = path.last, failures.count < 100 else { return }
        failures.append(
            Failure(
                rejection: rejection,
                child: child,
                depth: path.count - 1,
                candidate: candidate,
                isUncontested: isUncontested
            )
        )
    }

    /// Returns the highest-ranking rejection that really concerns the chain.
    ///
    /// The budget pays for the signatures that decide whether a failure concerns the chain. A
    /// signature that the budget cannot pay for counts as invalid.
    mutating func mostUseful(of endEntity: Certificate, budget: inout Budget) -> Rejection {
        var best = Rejection.unknownIssuer(depth: 0)
        // A self-signed end entity does not lack an issuer (RFC 5280 §3.2).
        if endEntity.isSelfIssued, isSigned(endEntity, by: endEntity, &budget) {
            best = .selfSigned
        }
        var depth = 0
        // Failures with the highest possible rank come first, so that a signature is verified only
        // if it can change the result. Of failures with equal ranks, the failure nearest to an
        // anchor comes first.
        let ranked = failures.sorted {
            ($1.highestRank, $1.depth) < ($0.highestRank, $0.depth)
        }
        for failure in ranked
        where (best.code.rank, depth) < (failure.highestRank, failure.depth) {
            let rejection = concerning(failure, &budget)
            if (best.code.rank, depth) < (rejection.code.rank, failure.depth) {
                (best, depth) = (rejection, failure.depth)
            }
        }
        return best
    }

    /// Returns the rejection of the chain that follows from a failure.
    ///
    /// A rejection of a candidate counts only if the candidate signed the child: another CA may
    /// have the same name.
    private mutating func concerning(_ failure: Failure, _ budget: inout Budget) -> Rejection {
        let (child, unknown) = (failure.child, Rejection.unknownIssuer(depth: failure.depth))
        guard let candidate = failure.candidate else {
            let isMisnamed =
                failure.rejection.code == .unknownIssuer
                && isSigned(
                    child,
                    byOneOf: pool.misnamedIssuers(of: child).prefix(Self.misnamedIssuers),
                    &budget
                )
            return isMisnamed ? .nameChaining(depth: failure.depth) : failure.rejection
        }
        if failure.isUncontested || isSigned(child, by: candidate, &budget) {
            return failure.rejection
        }
        // The candidate is irrelevant if the child's key identifier excludes it, if another
        // certificate issued the child, or if the child is self-signed.
        guard KeyHint(child: child, issuer: candidate) != .mismatch,
            !isIssued(child, &budget), !isSigned(child, by: child, &budget)
        else { return unknown }
        // If the algorithm or key is unusable, the signature cannot be checked, and this fact is
        // the reason.
        guard SigningAlgorithm(of: child)?.scheme != nil, cache.key(of: candidate) != nil
        else { return failure.rejection }
        return .badSignature(depth: failure.depth)
    }

    /// Whether any known certificate signed `child`.
    private mutating func isIssued(_ child: Certificate, _ budget: inout Budget) -> Bool {
        issued.contains(child)
            || isSigned(
                child,
                byOneOf: failures.filter { $0.child == child }.compactMap(\.candidate),
                &budget
            )
    }

    private mutating func isSigned(
        _ child: Certificate,
        byOneOf issuers: some Sequence<Certificate>,
        _ budget: inout Budget
    ) -> Bool {
        for issuer in issuers where isSigned(child, by: issuer, &budget) { return true }
        return false
    }

    private mutating func isSigned(
        _ child: Certificate,
        by issuer: Certificate,
        _ budget: inout Budget
    ) -> Bool {
        let pair = Pair(child: child, issuer: issuer)
        if let known = signatures[pair] { return known }
        do throws(Rejection) {
            try budget.spendSignature(by: issuer, cache)
        } catch {
            return false
        }
        let result = cache.isSigned(child, by: issuer)
        signatures[pair] = result
        return result
    }

    /// The maximum number of signature checks with certificates that the child does not name as
    /// issuer.
    ///
    /// An attacker may present many such certificates with a matching key identifier.
    private static let misnamedIssuers = 10
}
