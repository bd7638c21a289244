import Crypto
import X509

/// Limits on the work of one evaluation, so that no chain can stall a relying party.
package struct Budget: Hashable, Sendable {
    /// The maximum number of certificates in a path, both ends included.
    ///
    /// OpenSSL allows 100 intermediates by default (3.0 crypto/x509/x509_vpm.c default_table).
    package var pathLength = 102
    /// The maximum number of served certificates that may be used.
    ///
    /// OpenSSL limits the depth of a chain to 100 (3.0 X509_VERIFY_PARAM); as many again may be
    /// superfluous.
    package var servedCertificates = 200
    /// The maximum number of signatures that are checked: one for each link of the longest path.
    ///
    /// Go chose 100 after CVE-2018-16875 (1.11.3 crypto/x509 maxChainSignatureChecks).
    package var signatures = 101
    /// The maximum cost of the checked signatures, in verifications with a P-256 key of 50 µs each
    /// (OpenSSL 3.0, x86-64).
    ///
    /// The budget is enough for the longest path with keys on P-256, and for a path with 20 keys on
    /// P-384. Each key on P-384 counts as 18.
    package var signatureWork = 400
    /// The maximum number of candidates tried as issuers, summed over all positions of all paths.
    ///
    /// A real chain needs three candidates. mozilla::pkix (pkixbuild.cpp) has a limit of 200,000,
    /// which counts cheaper calls.
    package var candidates = 3_000
    /// The maximum number of comparisons of an issuer's name with a subject's, in units of 16
    /// bytes.
    ///
    /// The limit equals `nameComparisons`.
    ///
    /// A real chain needs a few thousand comparisons, with a store of a few hundred anchors.
    package var issuerComparisons = 250_000
    /// The maximum number of comparisons of a name with a constraint: Go's default (1.11
    /// crypto/x509 maxConstraintComparisons).
    package var nameComparisons = 250_000

    /// The maximum number of certificate policies, mappings and edges of the policy graph, over all
    /// paths.
    ///
    /// OpenSSL allows the tree of one path 1,000 nodes (3.2 OPENSSL_POLICY_TREE_NODES_MAX, after
    /// CVE-2023-0464). A graph has fewer nodes and more edges, and real paths have a few dozen of
    /// both.
    package var policies = 50_000

    package init() {}

    /// Subtracts `count` from the rest of `resource`.
    package mutating func spend(
        _ count: Int = 1,
        of resource: WritableKeyPath<Budget, Int>,
        _ name: String
    ) throws(Rejection) {
        guard count <= self[keyPath: resource] else { throw Rejection.budgetExceeded(name) }
        self[keyPath: resource] -= count
    }
}

extension Budget {
    /// The default budget, but with trustd's limit of 15 certificates in a path
    /// (Security-61901.0.87.0.1 trust/trustd/SecTrustServer.c).
    package static let trustd: Budget = {
        var budget = Budget()
        budget.pathLength = 15
        return budget
    }()

    /// Returns the number of certificates of `path` whose links this budget can pay for; nil if the
    /// budget can pay for all links or for no link.
    func affordable(of path: [Certificate], _ cache: SignatureCache) -> Int? {
        var rest = self
        for depth in path.indices.dropFirst() {
            do throws(Rejection) {
                try rest.spendSignature(by: path[depth], cache)
            } catch {
                return depth > 1 ? depth : nil
            }
        }
        return nil
    }

    /// Subtracts the cost of a verification with `issuer`'s key.
    ///
    /// A cached result costs the same, so that a verdict does not depend on earlier evaluations.
    package mutating func spendSignature(
        by issuer: Certificate,
        _ cache: SignatureCache
    ) throws(Rejection) {
        try spend(of: \.signatures, "signatures")
        let work = cache.key(of: issuer)?.verificationCost ?? 0
        try spend(work, of: \.signatureWork, "signatures")
    }
}
