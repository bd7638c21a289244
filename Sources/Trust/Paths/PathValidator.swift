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
    /// - Returns: the path or the reason why there is none, and the chain that was built.
    package func evaluate(
        _ chain: [[UInt8]],
        for identity: ReferenceIdentity?,
        at verifyDate: Instant,
        isTraced: Bool = false
    ) -> PathEvaluation {
        guard let first = chain.first else {
            return PathEvaluation(.failure(.missingCertificate), .built([]), budget: budget)
        }
        let endEntity: Certificate
        do {
            endEntity = try cache.certificate(first, by: decoding)
        } catch {
            let rejection = Rejection.malformed(error, depth: 0)
            return PathEvaluation(.failure(rejection), .built([]), budget: budget)
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
        return evaluate(endEntity, search) {
            var builder = PathBuilder(
                from: endEntity,
                PathBuilder.Sources(anchors: [anchors], parents: [[endEntity] + pool.others]),
                PathScoring(verifyDate: verifyDate, cache: cache),
                budget: budget
            )
            return builder.bestPath { _ in nil }.certificates
        }
    }

    /// Judges `path`, which somebody else built.
    ///
    /// - Parameters:
    ///   - path: end entity first; its last certificate is taken for an anchor.
    ///   - served: what was presented beside it, where revocation may take it to find issuers.
    ///   - identity: whom the end entity must prove to be; nil where nobody asks.
    ///   - verifyDate: when validity is judged.
    /// - Returns: the path, or the first reason against it.
    func evaluate(
        path: [Certificate],
        beside served: [Certificate],
        for identity: ReferenceIdentity?,
        at verifyDate: Instant
    ) -> PathEvaluation {
        guard let anchor = path.last else {
            return PathEvaluation(.failure(.missingCertificate), .built([]), budget: budget)
        }
        var search = PathSearch(
            validator: self,
            pool: CertificatePool(anchors: [anchor], served: served),
            identity: identity,
            verifyDate: verifyDate,
            isTraced: false
        )
        do {
            try search.judge(path)
            let verified = VerifiedPath(certificates: path.map(\.der), policies: search.policies)
            return PathEvaluation(.success(verified), .built(path), budget: search.budget)
        } catch {
            return PathEvaluation(.failure(error), .built(path), budget: search.budget)
        }
    }

    private func evaluate(
        _ endEntity: Certificate,
        _ search: PathSearch,
        orElse built: @escaping @Sendable () -> [Certificate]
    ) -> PathEvaluation {
        var search = search
        do {
            let path = try search.path(from: endEntity)
            let verified = VerifiedPath(
                certificates: path.map(\.der),
                policies: search.policies
            )
            return PathEvaluation(
                .success(verified),
                .built(path),
                budget: search.budget,
                trace: search.trace
            )
        } catch {
            return PathEvaluation(
                .failure(error),
                .unbuilt(built),
                budget: search.budget,
                trace: search.trace
            )
        }
    }
}

/// What became of a chain.
package struct PathEvaluation: Sendable {
    /// A refusal need not cost a signature; only who asks for the chain pays for it.
    enum Chain: Sendable {
        case built([Certificate])
        case unbuilt(@Sendable () -> [Certificate])
    }

    package let result: Result<VerifiedPath, Rejection>
    /// What is left of the budget.
    package let budget: Budget
    /// Every check that was asked; nil where nobody wanted to know, and where there was no end
    /// entity to ask about.
    package let trace: PathTrace?
    private let chain: Chain

    init(
        _ result: Result<VerifiedPath, Rejection>,
        _ chain: Chain,
        budget: Budget,
        trace: PathTrace? = nil
    ) {
        (self.result, self.chain) = (result, chain)
        (self.budget, self.trace) = (budget, trace)
    }

    /// The chain that was built, end entity first, also where it was refused.
    ///
    /// Each certificate is signed by the next, and the chain stops at the first anchor. It is empty
    /// where the end entity does not decode. After a refusal it is built anew for each who asks.
    package var built: [Certificate] {
        switch chain {
        case .built(let path): path
        case .unbuilt(let build): build()
        }
    }
}
