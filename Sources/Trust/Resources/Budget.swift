import OpenSSL
import PKIX

/// Limits on the work of one evaluation, so that no chain can stall a relying party.
package struct Budget: Hashable, Sendable {
    /// Certificates of a path, both ends included: trustd's limit, 15 (Security-61901
    /// trust/trustd/SecTrustServer.c).
    package var pathLength = 15
    /// Served certificates that are considered.
    ///
    /// OpenSSL limits the depth of a chain to 100 (3.0 X509_VERIFY_PARAM); as many again may be
    /// superfluous.
    package var servedCertificates = 200
    /// Signatures that are checked: the limit that Go chose after CVE-2018-16875 (1.11.3
    /// crypto/x509 maxChainSignatureChecks).
    package var signatures = 100
    /// The cost of those signatures, in verifications with a P-256 key of 50 µs each (OpenSSL 3.0,
    /// x86-64).
    ///
    /// It is enough for a path of 15 keys on P-384, each of which takes ten times as long.
    package var signatureWork = 400
    /// Candidates tried as issuers: every served certificate at every place of a path.
    ///
    /// A real chain needs three. The 200,000 of mozilla::pkix (pkixbuild.cpp) count cheaper calls.
    package var candidates = 3_000
    /// Comparisons of an issuer's name with a subject's, in units of 16 octets.
    ///
    /// The limit is the one on constraints.
    ///
    /// A real chain needs some thousands with a store of some hundred anchors.
    package var issuerComparisons = 250_000
    /// Comparisons of a name with a constraint: Go's default (1.11 crypto/x509
    /// maxConstraintComparisons).
    package var nameComparisons = 250_000

    /// Certificate policies, mappings and the edges of their graph, over all paths.
    ///
    /// OpenSSL allows the tree of one path 1,000 nodes (3.2 OPENSSL_POLICY_TREE_NODES_MAX, after
    /// CVE-2023-0464); a graph has fewer nodes and more edges, and real paths have a few dozen of
    /// both.
    package var policies = 50_000

    package init() {}

    /// Takes `count` from the rest of `resource`.
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
    /// Takes the cost of a verification with `issuer`'s key.
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
