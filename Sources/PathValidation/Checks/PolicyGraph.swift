/// The certificate policies valid along a path, as the graph that replaces RFC 5280's tree (RFC
/// 9618 §3).
///
/// A tree has a node for every way that mappings lead to a policy, and the number of ways can
/// double with each certificate (CVE-2023-0464). A graph has one node for each policy of a
/// certificate, with all its parents, so the content of the certificates bounds its size.
///
/// Nodes without children are not pruned: the result is read from the last certificate up, and so
/// never reaches such nodes.
struct PolicyGraph {
    /// A number for a policy's identifier.
    typealias Policy = Int

    static let anyPolicy: Policy = 0

    /// A policy of the issuer's domain and the equivalent policy of the subject's domain.
    struct Mapping {
        let issuer, subject: Policy
    }

    /// The nodes of one certificate.
    struct Level {
        /// The parents of each policy in the level above; an empty list if the parent is anyPolicy.
        var parents: [Policy: [Policy]] = [:]
        /// Whether anyPolicy is a node; its parent is always anyPolicy.
        var hasAnyPolicy = false

        var isEmpty: Bool { parents.isEmpty && !hasAnyPolicy }
    }

    /// The levels of the certificates so far, starting with the certificate below the trust anchor.
    private var levels: [Level] = []
    /// The policies expected of the next certificate, each with the policies of the last
    /// certificate that it satisfies (the union of the expected_policy_sets).
    private var expected: [Policy: [Policy]] = [:]
    private var expectsAnyPolicy = true

    /// Whether no policy is valid any more (valid_policy_graph is NULL).
    private(set) var isEmpty = false

    /// The number of edges that the next certificate may inherit.
    var openEdges: Int { expected.reduce(0) { $0 + $1.value.count } }

    /// Adds a certificate (RFC 5280 §6.1.3 (d), (e)).
    ///
    /// - Parameters:
    ///   - policies: the policies of the certificate, anyPolicy included; nil without the
    ///     extension.
    ///   - allowsAnyPolicy: whether anyPolicy in this certificate counts.
    mutating func add(_ policies: [Policy]?, allowsAnyPolicy: Bool) {
        guard let policies, !isEmpty else { return clear() }
        var level = Level()
        for policy in policies where policy != Self.anyPolicy {
            if let parents = expected[policy] {
                level.parents[policy] = parents
            } else if expectsAnyPolicy {
                level.parents[policy] = []
            }
        }
        if allowsAnyPolicy, policies.contains(Self.anyPolicy) {
            level.parents.merge(expected) { own, _ in own }
            level.hasAnyPolicy = expectsAnyPolicy
        }
        push(level)
    }

    /// Maps the policies of the last certificate for the next certificate, or removes the mapped
    /// policies if mapping is inhibited (RFC 5280 §6.1.4 (b)).
    mutating func map(_ mappings: [Mapping], isInhibited: Bool) {
        guard !isEmpty, var level = levels.popLast() else { return }
        for issuer in mappings.lazy.map(\.issuer) {
            if isInhibited {
                level.parents[issuer] = nil
            } else if level.hasAnyPolicy, level.parents[issuer] == nil {
                level.parents[issuer] = []
            }
        }
        push(level)
        // A mapped policy is equivalent to itself only if a mapping says so.
        for mapping in mappings { expected[mapping.issuer] = nil }
        for mapping in mappings where level.parents[mapping.issuer] != nil {
            expected[mapping.subject, default: []].append(mapping.issuer)
        }
    }

    private mutating func push(_ level: Level) {
        guard !level.isEmpty else { return clear() }
        levels.append(level)
        // Without mappings, only the policy itself satisfies a policy.
        expected = Dictionary(uniqueKeysWithValues: level.parents.keys.map { ($0, [$0]) })
        expectsAnyPolicy = level.hasAnyPolicy
    }

    private mutating func clear() {
        (levels, expected, expectsAnyPolicy, isEmpty) = ([], [:], false, true)
    }
}

// The result at the end of the path.
extension PolicyGraph {
    /// The valid policies in the trust anchor's domain: the policies below anyPolicy with a path to
    /// the last certificate, and anyPolicy itself if valid (RFC 5280 §6.1.5 (g)).
    var authorityConstrained: Set<Policy> {
        // Before the first certificate, anyPolicy is the only node.
        guard let last = levels.last else { return isEmpty ? [] : [Self.anyPolicy] }
        var constrained: Set<Policy> = last.hasAnyPolicy ? [Self.anyPolicy] : []
        var reached = Set(last.parents.keys)
        for level in levels.reversed() {
            var above: Set<Policy> = []
            for policy in reached {
                guard let parents = level.parents[policy] else { continue }
                if parents.isEmpty { constrained.insert(policy) }
                above.formUnion(parents)
            }
            reached = above
        }
        return constrained
    }
}
