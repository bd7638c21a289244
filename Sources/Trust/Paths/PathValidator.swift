import PKIX

/// Builds and judges paths from what a server presented to a trust anchor (RFC 5280 §6).
///
/// ```swift
/// let validator = PathValidator(anchors: [root])
/// let evaluation = validator.evaluate(chain, for: .dns("www.example.test"), at: now)
/// switch evaluation.result {
/// case .success(let path): …
/// case .failure(let rejection): …
/// }
/// ```
package struct PathValidator: Sendable {
    /// Certificates that are trusted by their bytes, and end a path: roots, intermediates, or the
    /// end entity itself.
    ///
    /// An anchor's signature is not checked; its dates, constraints and key are.
    package var anchors: [Certificate]
    /// Who trusts each of them; the system where nothing is said.
    package var anchorClasses: [Certificate: AnchorClass] = [:]
    /// What is asked of each certificate, in this order.
    package var checks: [PathCheck]
    /// What the certificates that were presented may have that is not DER.
    package var decoding: DERRules
    package var policyInputs: PolicyInputs
    package var revocation: RevocationInputs
    package var budget: Budget
    /// Shared by whoever judges many chains.
    package var cache: SignatureCache

    package init(
        anchors: [Certificate],
        checks: [PathCheck] = PathCheck.catalogue,
        decoding: DERRules = .strict,
        policyInputs: PolicyInputs = PolicyInputs(),
        revocation: RevocationInputs = .off,
        budget: Budget = Budget(),
        cache: SignatureCache = .shared
    ) {
        self.anchors = anchors
        self.checks = checks
        self.decoding = decoding
        self.policyInputs = policyInputs
        self.revocation = revocation
        self.budget = budget
        self.cache = cache
    }

    /// Judges `chain`.
    ///
    /// The first certificate is the end entity; the others may stand in any order, twice, or be of
    /// no use, and what does not decode among them is passed over.
    ///
    /// - Parameters:
    ///   - chain: as it crossed the wire.
    ///   - identity: whom the end entity must prove to be; nil where nobody asks.
    ///   - verifyDate: when validity is judged.
    ///   - isTraced: whether to write down every check that is asked.
    /// - Returns: the path, or the reason why there is none.
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
            isTraced: isTraced
        )
        return evaluation(of: search) { search throws(Rejection) in
            try search.path(from: endEntity)
        }
    }

    /// Judges a path that the caller has built.
    ///
    /// - Parameters:
    ///   - path: end entity first; its last certificate is taken for an anchor.
    ///   - served: what was presented beside it, where revocation may take it to find issuers.
    ///   - identity: whom the end entity must prove to be; nil where nobody asks.
    ///   - verifyDate: when validity is judged.
    /// - Returns: the path, or the first reason against it.
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
            isTraced: false
        )
        return evaluation(of: search) { search throws(Rejection) in
            try search.judge(path)
            return path
        }
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
                VerifiedPath(certificates: path.map(\.der), policies: search.policies)
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
    /// The work that is left of the budget.
    package let budget: Budget
    /// Every check that was asked; nil if no trace was requested or there was no end entity.
    package let trace: PathTrace?

    init(result: Result<VerifiedPath, Rejection>, budget: Budget, trace: PathTrace? = nil) {
        (self.result, self.budget, self.trace) = (result, budget, trace)
    }
}
