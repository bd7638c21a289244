import X509

/// One search for a path by RFC 5280's rules: depth first from the end entity, checking each
/// certificate as it joins.
///
/// Signatures cost most, so they are verified late. If a certificate has one possible issuer and
/// their key identifiers match, the check of its signature is deferred. It waits until the path has
/// reached an anchor and passed every cheaper rule. If several candidates compete, or the path
/// ends, the signature is checked at once. A search therefore continues above an invalid link only
/// along a path without forks.
struct PathSearch {
    private let validator: PathValidator
    private let pool: CertificatePool
    private let identity: ReferenceIdentity?
    private let verifyDate: Instant
    private(set) var budget: Budget
    /// Policies valid for the path; nil if policies were not processed.
    private(set) var policies: PathPolicies?
    /// CRLs about certificates of the path that could not be used.
    private(set) var unusedLists: [UnusedList] = []
    /// The evaluated rules; nil if no trace was requested.
    private(set) var trace: PathTrace?
    private var failures: PathFailures
    /// Whether revocation is checked, so that revocation extensions count as processed.
    private let asksRevocation: Bool
    /// The number of certificates that the budget can pay for, if a path is too long for the whole
    /// budget; nil if there was no such path.
    private var affordable: Int?
    /// The possible issuers of each child, kept because many paths lead through one certificate.
    private var issuers: [(child: Certificate, named: [Certificate])] = []
    /// The served path below its anchor, if only this path is checked; nil if the search looks for
    /// paths.
    private var servedPath: [Certificate]?

    init(
        validator: PathValidator,
        pool: CertificatePool,
        identity: ReferenceIdentity?,
        verifyDate: Instant,
        asksRevocation: Bool,
        isTraced: Bool
    ) {
        self.validator = validator
        self.pool = pool
        self.identity = identity
        self.verifyDate = verifyDate
        budget = validator.budget
        trace = isTraced ? PathTrace() : nil
        failures = PathFailures(pool: pool, cache: validator.cache)
        self.asksRevocation = asksRevocation
    }

    /// Finds the first path that passes every check.
    ///
    /// - Throws: the highest-ranking rejection.
    mutating func path(from endEntity: Certificate) throws(Rejection) -> [Certificate] {
        do {
            return try search(from: endEntity)
        } catch .budgetExceeded(let what) {
            // `affordable` is set if no other path used up the budget, so this path is too long by
            // itself.
            throw affordable.map { .chainTooLong(limit: $0) } ?? .budgetExceeded(what)
        }
    }

    private mutating func search(from endEntity: Certificate) throws(Rejection) -> [Certificate] {
        if validator.building == .servedPath { servedPath = pool.servedPath(from: endEntity) }
        try join(endEntity, [endEntity])
        if endsPath(endEntity) {
            if let path = try conclude([endEntity], settled: 0) { return path }
        } else if let path = try extend([endEntity], settled: 0) {
            return path
        }
        throw failures.mostUseful(of: endEntity, budget: &budget)
    }

    /// Whether a path may end at the end entity.
    ///
    /// OpenSSL looks for an issuer even if the end entity is an anchor, unless the anchor is
    /// self-signed.
    private func endsPath(_ endEntity: Certificate) -> Bool {
        guard pool.isAnchor(endEntity) else { return false }
        return switch validator.building {
        case .everyPath, .servedPath: true
        case .onePath: endEntity.isLikelyIssuer(of: endEntity)
        }
    }

    /// Checks a path that the caller built.
    ///
    /// - Parameter path: end entity first, an anchor of the pool last.
    /// - Throws: the first rejection.
    mutating func judge(_ path: [Certificate]) throws(Rejection) {
        for depth in path.indices { try join(path[depth], Array(path[...depth])) }
        guard try conclude(path, settled: 0) == nil, let endEntity = path.first else { return }
        throw failures.mostUseful(of: endEntity, budget: &budget)
    }

    /// Extends a path that has passed the cheap checks; its lowest `settled` links are verified.
    private mutating func extend(
        _ path: [Certificate],
        settled: Int
    ) throws(Rejection) -> [Certificate]? {
        let isFull = path.count >= validator.budget.pathLength
        let candidates = isFull ? [] : try issuers(above: path)
        var settled = settled
        // The signatures of the path so far are checked only if the path forks or ends here.
        if candidates.count != 1 {
            guard let links = try settle(path, from: settled) else { return nil }
            settled = links
        }
        if candidates.isEmpty, !isFull, let endEntity = path.first, pool.isAnchor(endEntity) {
            // If no path continues, OpenSSL trusts an end entity that is an anchor, and also checks
            // the certificates found above (3.0, crypto/x509/x509_vfy.c check_trust).
            return try conclude(path, settled: settled)
        }
        if isFull {
            refuse(.chainTooLong(limit: validator.budget.pathLength), "path-budget", path)
        } else if candidates.isEmpty {
            refuse(.unknownIssuer(depth: path.count - 1), "issuer", path)
        }
        for candidate in candidates {
            try budget.spend(of: \.candidates, "candidates")
            let isAlone = candidates.count == 1
            if let path = try extend(path, by: candidate, isAlone: isAlone, settled: settled) {
                return path
            }
        }
        return nil
    }

    private mutating func issuers(
        above path: [Certificate]
    ) throws(Rejection) -> [Certificate] {
        guard let child = path.last else { return [] }
        let named: [Certificate]
        // A linear search, since the few entries differ in their first bytes.
        if let known = issuers.first(where: { $0.child == child }) {
            named = known.named
        } else {
            // A name can be nearly as long as its certificate, and every 16 bytes may be an
            // attribute.
            let cost = pool.count * (1 + child.issuer.count / 16)
            try budget.spend(cost, of: \.issuerComparisons, "comparisons of issuers")
            named =
                switch validator.building {
                case .everyPath, .servedPath: pool.issuers(of: child)
                case .onePath: pool.namedIssuers(of: child)
                }
            issuers.append((child, named))
        }
        switch validator.building {
        case .everyPath: return named.filter { !CertificatePool.closesLoop($0, above: path) }
        case .onePath:
            let issuer = pool.onlyIssuer(above: path, among: named, at: verifyDate)
            return issuer.map { [$0] } ?? []
        case .servedPath:
            guard let servedPath else {
                return named.filter {
                    $0.isSelected(for: child) && !CertificatePool.closesLoop($0, above: path)
                }
            }
            guard path.count >= servedPath.count else { return [servedPath[path.count]] }
            return named.filter { pool.isAnchor($0) && $0.isSelected(for: child) }
        }
    }

    private mutating func extend(
        _ path: [Certificate],
        by candidate: Certificate,
        isAlone: Bool,
        settled: Int
    ) throws(Rejection) -> [Certificate]? {
        guard let child = path.last else { return nil }
        let isUncontested = isAlone && KeyHint(child: child, issuer: candidate) == .match
        let longer = path + [candidate]
        var settled = settled
        do {
            try join(candidate, longer)
            if !isUncontested {
                guard let links = try settle(longer, from: settled) else { return nil }
                settled = links
            }
            if pool.isAnchor(candidate) { return try conclude(longer, settled: settled) }
        } catch .budgetExceeded(let what) {
            throw .budgetExceeded(what)
        } catch {
            failures.note(error, path, candidate, isUncontested: isUncontested)
            return nil
        }
        return try extend(longer, settled: settled)
    }
}

// The three stages at which rules are evaluated.
extension PathSearch {
    /// Evaluates the rules on the certificate that joins, which is the last certificate of `path`.
    private mutating func join(
        _ certificate: Certificate,
        _ path: [Certificate]
    ) throws(Rejection) {
        var joining = Joining(
            certificate: certificate,
            below: path.dropLast(),
            isAnchor: pool.isAnchor(certificate),
            identity: identity,
            verifyDate: verifyDate,
            asksRevocation: asksRevocation,
            cache: validator.cache,
            budget: budget
        )
        if joining.isAnchor {
            joining.anchorClass = validator.anchorClasses[certificate] ?? .system
        }
        defer { budget = joining.budget }
        for check in validator.checks {
            guard case .joining(let judge) = check.judgement else { continue }
            try ask(check, path[...]) { () throws(Rejection) in try judge(&joining) }
        }
    }

    /// Verifies the signatures between the certificates of `path` (its links) from number `settled`
    /// up, and records the first link that fails.
    ///
    /// If an issuer's key inherits parameters from further above, its link and the links above it
    /// wait until the path is complete.
    ///
    /// - Returns: the number of verified links; nil if a link fails.
    private mutating func settle(
        _ path: [Certificate],
        from settled: Int,
        isComplete: Bool = false
    ) throws(Rejection) -> Int? {
        let end = max(settled, path.count - 1)
        for depth in settled..<end {
            var link = Link(path: path, depth: depth, cache: validator.cache, budget: budget)
            if !isComplete, link.awaitsParameters { return depth }
            defer { budget = link.budget }
            do {
                for check in validator.checks {
                    guard case .linked(let judge) = check.judgement else { continue }
                    try ask(check, path[...(depth + 1)]) { () throws(Rejection) in
                        try judge(&link)
                    }
                }
            } catch .budgetExceeded(let what) {
                affordable = validator.budget.affordable(of: path, validator.cache)
                throw .budgetExceeded(what)
            } catch {
                let below = Array(path[...depth])
                failures.note(error, below, link.issuer, isUncontested: false)
                return nil
            }
            failures.issued.append(link.child)
        }
        return end
    }

    /// Evaluates the rules on a path that reached an anchor.
    ///
    /// The links are verified when the rule on links is due in the list of rules. Returns nil if a
    /// link fails.
    private mutating func conclude(
        _ path: [Certificate],
        settled: Int
    ) throws(Rejection) -> [Certificate]? {
        var reached = ReachedAnchor(
            certificates: path,
            anchorClass: path.last.flatMap { validator.anchorClasses[$0] } ?? .system,
            checks: validator.checks,
            policyInputs: validator.policyInputs,
            revocation: validator.revocation,
            pool: pool,
            decoding: validator.decoding,
            cache: validator.cache,
            authorities: validator,
            verifyDate: verifyDate,
            budget: budget
        )
        var isSettled = false
        for check in validator.checks {
            switch check.judgement {
            case .joining: continue
            case .linked:
                guard !isSettled else { continue }
                guard try settle(path, from: settled, isComplete: true) != nil else { return nil }
                isSettled = true
            case .reached(let judge):
                reached.budget = budget
                defer {
                    budget = reached.budget
                    trace?.note(unused: reached.unusedLists)
                }
                try ask(check, path[...]) { () throws(Rejection) in try judge(&reached) }
            }
        }
        (policies, unusedLists) = (reached.policies, reached.unusedLists)
        return path
    }

    private mutating func ask(
        _ check: PathCheck,
        _ path: ArraySlice<Certificate>,
        _ judge: () throws(Rejection) -> Void
    ) throws(Rejection) {
        do {
            try judge()
            trace?.note(check.name, nil, path)
        } catch {
            trace?.note(check.name, error, path)
            throw error
        }
    }

    private mutating func refuse(_ rejection: Rejection, _ check: String, _ path: [Certificate]) {
        trace?.note(check, rejection, path[...])
        failures.note(rejection, path, nil, isUncontested: false)
    }
}
