import PKIX

/// Why the branches of a search ended, and which of the reasons to report.
struct PathFailures {
    private let pool: CertificatePool
    private let cache: SignatureCache
    private var failures: [Failure] = []
    /// Certificates above which one joined that signed them.
    var issued: [Certificate] = []
    /// Signatures that were looked into, so that each is paid for once.
    private var signatures: [Pair: Bool] = [:]

    private struct Pair: Hashable {
        let child, issuer: Certificate
    }

    private struct Failure {
        let rejection: Rejection
        let child: Certificate
        /// The child's.
        let depth: Int
        /// The issuer that was refused; nil where there was none.
        let candidate: Certificate?
        /// Whether nobody else can have issued the child, whose key identifier names the candidate.
        let isUncontested: Bool

        /// The highest rank that the failure can have once signatures are checked.
        var highestRank: Int {
            // A signature can turn an unknown issuer into a misnamed one.
            max(rejection.code.rank, Rejection.Code.nameChaining.rank)
        }
    }

    init(pool: CertificatePool, cache: SignatureCache) {
        self.pool = pool
        self.cache = cache
    }

    /// Notes why nothing leads on from `path`, or not through `candidate`.
    mutating func note(
        _ rejection: Rejection,
        _ path: [Certificate],
        _ candidate: Certificate?,
        isUncontested: Bool
    ) {
        // Beyond a hundred dead ends, one more makes nobody wiser.
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

    /// The most useful of the rejections that really concern the chain.
    ///
    /// The budget pays for the signatures that tell; what is left undecided when it is spent
    /// concerns nobody.
    mutating func mostUseful(of endEntity: Certificate, budget: inout Budget) -> Rejection {
        var best = Rejection.unknownIssuer(depth: 0)
        // Signed by itself, so that no signature above it is missed (RFC 5280 §3.2).
        if endEntity.isSelfIssued, isSigned(endEntity, by: endEntity, &budget) {
            best = .selfSigned
        }
        var depth = 0
        // The one that would say most first, so that a signature is verified only where it decides;
        // of two that say as much, the one that came nearer to an anchor.
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

    /// What a failure says of the chain.
    ///
    /// What was said of a candidate counts only where the candidate signed the child, as another
    /// of the same name need not have.
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
        // The child itself says that this is not its issuer, or another one is, itself included.
        guard KeyHint(child: child, issuer: candidate) != .mismatch,
            !isIssued(child, &budget), !isSigned(child, by: child, &budget)
        else { return unknown }
        // With an algorithm or a key of no use nobody can tell, and that is the reason.
        guard SigningAlgorithm(of: child)?.scheme != nil, cache.key(of: candidate) != nil
        else { return failure.rejection }
        return .badSignature(depth: failure.depth)
    }

    /// Whether some certificate was met that signed `child`.
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

    /// How many are asked whether they signed a child that names another issuer.
    private static let misnamedIssuers = 10
}
