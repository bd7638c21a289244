import X509

/// Builds and validates paths from a presented chain to a trust anchor (RFC 5280 §6).
///
/// ```swift
/// let validator = PathValidator(anchors: [root])
/// let evaluation = validator.evaluate(chain, for: .dns("www.example.test"), at: now)
/// switch evaluation.result {
/// case .success(let path): print(path.certificates.count)
/// case .failure(let rejection): print(rejection.code)
/// }
/// ```
package struct PathValidator: Sendable {
    /// Certificates trusted by their bytes, each of which may end a path: roots, intermediates, or
    /// the end entity itself.
    ///
    /// An anchor's own signature is not verified. The rules in `catalogue` check its dates,
    /// constraints and key; some profiles do not.
    package var anchors: [Certificate]
    /// The class of each anchor; `system` by default.
    package var anchorClasses: [Certificate: AnchorClass] = [:]
    /// The rules, in the order of evaluation.
    package var checks: [PathCheck]
    /// Violations of DER that presented certificates may have.
    package var decoding: DERRules
    package var policyInputs: PolicyInputs
    package var revocation: RevocationInputs
    package var budget: Budget
    package var building: PathBuilding
    /// The cache of decoded certificates, keys and signatures, shared across validations.
    package var cache: SignatureCache

    package init(
        anchors: [Certificate],
        checks: [PathCheck] = PathCheck.catalogue,
        decoding: DERRules = .strict,
        policyInputs: PolicyInputs = PolicyInputs(),
        revocation: RevocationInputs = .off,
        budget: Budget = Budget(),
        building: PathBuilding = .everyPath,
        cache: SignatureCache = .shared
    ) {
        self.anchors = anchors
        self.checks = checks
        self.decoding = decoding
        self.policyInputs = policyInputs
        self.revocation = revocation
        self.budget = budget
        self.building = building
        self.cache = cache
    }

    /// Validates `chain`.
    ///
    /// The first certificate is the end entity. The other certificates may be in any order,
    /// repeated or unrelated; certificates that do not decode are ignored.
    ///
    /// - Parameters:
    ///   - chain: the certificates as presented, as DER.
    ///   - identity: the reference identity; nil to accept any name.
    ///   - verifyDate: the time at which validity is checked.
    ///   - isTraced: whether to record every evaluated rule.
    /// - Returns: the path, or the reason why there is no path.
    package func evaluate(
        _ chain: [[UInt8]],
        for identity: ReferenceIdentity?,
        at verifyDate: Instant,
        isTraced: Bool = false
    ) -> PathEvaluation {
        guard let first = chain.first else {
            return PathEvaluation(result: .failure(.missingCertificate), budget: budget)
        }
        let endEntity: Certificate
        do {
            endEntity = try cache.certificate(first, by: decoding)
        } catch {
            let rejection = Rejection.malformed(error, depth: 0)
            return PathEvaluation(result: .failure(rejection), budget: budget)
        }
        let pool = CertificatePool(
            anchors: anchors,
            served: chain.dropFirst().prefix(budget.servedCertificates)
                .compactMap { try? cache.certificate($0, by: decoding) }
        )
        let search = PathSearch(
            validator: self,
            pool: pool,
            identity: identity,
            verifyDate: verifyDate,
            asksRevocation: asksRevocation,
            isTraced: isTraced
        )
        return evaluation(of: search) { search throws(Rejection) in
            try search.path(from: endEntity)
        }
    }

    /// Validates a path that the caller has built.
    ///
    /// - Parameters:
    ///   - path: the certificates, end entity first; the last certificate counts as an anchor.
    ///   - served: the other presented certificates, which may include CRL issuers.
    ///   - identity: the reference identity; nil to accept any name.
    ///   - verifyDate: the time at which validity is checked.
    /// - Returns: the path, or the first rejection.
    package func evaluate(
        path: [Certificate],
        beside served: [Certificate],
        for identity: ReferenceIdentity?,
        at verifyDate: Instant
    ) -> PathEvaluation {
        guard let anchor = path.last else {
            return PathEvaluation(result: .failure(.missingCertificate), budget: budget)
        }
        let search = PathSearch(
            validator: self,
            pool: CertificatePool(anchors: [anchor], served: served),
            identity: identity,
            verifyDate: verifyDate,
            asksRevocation: asksRevocation,
            isTraced: false
        )
        return evaluation(of: search) { search throws(Rejection) in
            try search.judge(path)
            return path
        }
    }

    private var asksRevocation: Bool {
        revocation.mode != .off && checks.contains { $0.name == PathCheck.revocation.name }
    }

    private func evaluation(
        of search: PathSearch,
        _ find: (inout PathSearch) throws(Rejection) -> [Certificate]
    ) -> PathEvaluation {
        var search = search
        let result: Result<VerifiedPath, Rejection>
        do throws(Rejection) {
            let path = try find(&search)
            result = .success(
                VerifiedPath(
                    certificates: path.map(\.der),
                    policies: search.policies,
                    unusedLists: search.unusedLists
                )
            )
        } catch {
            result = .failure(error)
        }
        return PathEvaluation(result: result, budget: search.budget, trace: search.trace)
    }
}

/// The outcome of a validation.
package struct PathEvaluation: Sendable {
    package let result: Result<VerifiedPath, Rejection>
    /// The rest of the budget.
    package let budget: Budget
    /// Every evaluated rule; nil if no trace was requested, or if the end entity is missing or does
    /// not decode.
    package let trace: PathTrace?

    init(result: Result<VerifiedPath, Rejection>, budget: Budget, trace: PathTrace? = nil) {
        (self.result, self.budget, self.trace) = (result, budget, trace)
    }
}
