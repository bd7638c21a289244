import PKIX

/// One search for a path: depth first from the end entity, every certificate judged as it joins.
struct PathSearch {
    private let validator: PathValidator
    private let pool: CertificatePool
    private let identity: ReferenceIdentity?
    private let verifyDate: Instant
    private var budget: Budget
    /// What the path that was found is valid for; nil where no check asked.
    private(set) var policies: PathPolicies?
    private var failures: [Failure] = []
    /// Certificates above which another one joined.
    private var issued: Set<Certificate> = []

    /// Why a branch of the search ended.
    private struct Failure {
        let rejection: Rejection
        let child: Certificate
        /// The child's.
        let depth: Int
        /// The issuer that was refused; nil where there was none.
        let candidate: Certificate?
    }

    init(
        validator: PathValidator,
        pool: CertificatePool,
        identity: ReferenceIdentity?,
        verifyDate: Instant
    ) {
        self.validator = validator
        self.pool = pool
        self.identity = identity
        self.verifyDate = verifyDate
        budget = validator.budget
    }

    /// The first path that every check lets pass.
    ///
    /// - Throws: the most useful of the rejections met.
    mutating func path(from endEntity: Certificate) throws(Rejection) -> [Certificate] {
        try judge(endEntity, above: [])
        if pool.isAnchor(endEntity) { return try conclude([endEntity]) }
        if let path = try extend([endEntity]) { return path }
        throw mostUsefulRejection(of: endEntity)
    }

    private mutating func extend(_ path: [Certificate]) throws(Rejection) -> [Certificate]? {
        guard let child = path.last else { return nil }
        guard path.count < validator.budget.pathLength else {
            note(.chainTooLong(limit: validator.budget.pathLength), path)
            return nil
        }
        let candidates = pool.issuers(above: path)
        if candidates.isEmpty { note(.unknownIssuer(depth: path.count - 1), path) }
        for candidate in candidates {
            try budget.spend(of: \.candidates, "candidates")
            do {
                try judge(candidate, above: path)
                if pool.isAnchor(candidate) { return try conclude(path + [candidate]) }
            } catch .budgetExceeded(let what) {
                throw .budgetExceeded(what)
            } catch {
                note(error, path, candidate)
                continue
            }
            issued.insert(child)
            if let path = try extend(path + [candidate]) { return path }
        }
        return nil
    }

    private mutating func judge(
        _ certificate: Certificate,
        above path: [Certificate]
    ) throws(Rejection) {
        var joining = Joining(
            certificate: certificate,
            below: path,
            isAnchor: pool.isAnchor(certificate),
            identity: identity,
            verifyDate: verifyDate,
            cache: validator.cache,
            budget: budget
        )
        defer { budget = joining.budget }
        for check in validator.checks {
            if case .joining(let judge) = check.judgement { try judge(&joining) }
        }
    }

    /// A path that reached an anchor, once it is judged as a whole.
    private mutating func conclude(_ path: [Certificate]) throws(Rejection) -> [Certificate] {
        var reached = ReachedAnchor(
            certificates: path,
            policyInputs: validator.policyInputs,
            budget: budget
        )
        defer { budget = reached.budget }
        for check in validator.checks {
            if case .reached(let judge) = check.judgement { try judge(&reached) }
        }
        policies = reached.policies
        return path
    }

    private mutating func note(
        _ rejection: Rejection,
        _ path: [Certificate],
        _ candidate: Certificate? = nil
    ) {
        // Beyond a hundred dead ends, one more makes nobody wiser.
        guard let child = path.last, failures.count < 100 else { return }
        failures.append(
            Failure(
                rejection: rejection,
                child: child,
                depth: path.count - 1,
                candidate: candidate
            )
        )
    }
}

// Which of many failures to report.
extension PathSearch {
    /// The most useful of the rejections that really concern the chain.
    private func mostUsefulRejection(of endEntity: Certificate) -> Rejection {
        let signed = failures.filter { failure in
            failure.candidate.map { validator.cache.isSigned(failure.child, by: $0) } ?? false
        }
        let issued = issued.union(signed.map(\.child))
        var best = Rejection.unknownIssuer(depth: 0)
        // Signed by itself, so that no signature above it is missed (RFC 5280 §3.2).
        if endEntity.isSelfIssued, validator.cache.isSigned(endEntity, by: endEntity) {
            best = .selfSigned
        }
        var depth = 0
        for failure in failures {
            let rejection = concerning(failure, issued: issued)
            // Of two that say as much, the one that came nearer to an anchor.
            if (best.usefulness, depth) < (rejection.usefulness, failure.depth) {
                (best, depth) = (rejection, failure.depth)
            }
        }
        return best
    }

    /// What a failure says of the chain.
    ///
    /// What was said of a candidate counts only where the candidate signed the child, as another
    /// of the same name need not have.
    private func concerning(_ failure: Failure, issued: Set<Certificate>) -> Rejection {
        let unknown = Rejection.unknownIssuer(depth: failure.depth)
        guard let candidate = failure.candidate else {
            let isMisnamed =
                failure.rejection.code == .unknownIssuer
                && pool.misnamedIssuers(of: failure.child).prefix(Self.misnamedIssuers)
                    .contains { validator.cache.isSigned(failure.child, by: $0) }
            return isMisnamed ? .nameChaining(depth: failure.depth) : failure.rejection
        }
        if validator.cache.isSigned(failure.child, by: candidate) { return failure.rejection }
        // The child itself says that this is not its issuer, or another one is, itself included.
        guard KeyHint(child: failure.child, issuer: candidate) != .mismatch,
            !issued.contains(failure.child),
            !validator.cache.isSigned(failure.child, by: failure.child)
        else { return unknown }
        // With an algorithm or a key of no use nobody can tell, and that is the reason.
        guard SignatureAlgorithm(of: failure.child)?.scheme != nil,
            validator.cache.key(of: candidate) != nil
        else { return failure.rejection }
        return .badSignature(depth: failure.depth)
    }

    /// How many are asked whether they signed a child that names another issuer.
    private static let misnamedIssuers = 10
}

extension Rejection {
    /// How much a rejection says about a chain when several paths failed: that nothing was found
    /// says least, the one thing that an otherwise good path lacks says most.
    fileprivate var usefulness: Int {
        Self.leastUsefulFirst.firstIndex(of: code) ?? Self.leastUsefulFirst.count
    }

    private static let leastUsefulFirst: [Code] = [
        .unknownIssuer, .nameChaining, .badSignature, .selfSigned, .chainTooLong, .malformed,
        .duplicateExtension, .badExtension, .unsupportedAlgorithm, .badKey,
        .signatureAlgorithmMismatch, .unhandledCriticalExtension, .nonconforming, .issuerNotCA,
        .keyUsage,
        .extendedKeyUsage, .weakKey, .weakSignature, .pathLength, .badNameConstraint,
        .nameNotPermitted, .nameExcluded, .badValidity, .notYetValid, .expired,
    ]
}
