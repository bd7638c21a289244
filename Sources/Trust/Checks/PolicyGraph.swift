/// Which certificate policies are valid along a path: the graph that took the place of RFC 5280's
/// tree (RFC 9618 §3).
///
/// A tree holds a node for every way that mappings lead to a policy, and their number doubles and
/// doubles again with each certificate (CVE-2023-0464). A graph holds each policy once per
/// certificate, with all its parents, so that it grows with what the certificates say and no more.
///
/// Nodes without children are not pruned: they lead to no certificate's policies, and nobody who
/// starts from the last certificate's finds them.
struct PolicyGraph {
    /// A policy by a number that stands for its identifier.
    typealias Policy = Int

    static let anyPolicy: Policy = 0

    /// A policy of the issuer's domain, and what it is called in the subject's.
    struct Mapping {
        let issuer, subject: Policy
    }

    /// The nodes of one certificate.
    struct Level {
        /// The parents of each policy, which are of the level above; none where it is anyPolicy.
        var parents: [Policy: [Policy]] = [:]
        /// Whether anyPolicy is a node; its parent is always anyPolicy.
        var hasAnyPolicy = false

        var isEmpty: Bool { parents.isEmpty && !hasAnyPolicy }
    }

    /// Of the certificates so far, the one below the trust anchor first.
    private var levels: [Level] = []
    /// What the next certificate may say, and which policies of the last one it would satisfy
    /// (the union of the expected_policy_sets).
    private var expected: [Policy: [Policy]] = [:]
    private var expectsAnyPolicy = true

    /// Whether no policy is valid any more (valid_policy_graph is NULL).
    private(set) var isEmpty = false

    /// The edges that the next certificate may inherit.
    var openEdges: Int { expected.reduce(0) { $0 + $1.value.count } }

    /// Adds a certificate (RFC 5280 §6.1.3 (d), (e)).
    ///
    /// - Parameters:
    ///   - policies: of its certificatePolicies, anyPolicy among them or not; nil where it has none.
    ///   - allowsAnyPolicy: whether its anyPolicy means something.
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

    /// Lets the policies of the last certificate go by other names below it, or end where mapping
    /// is inhibited (RFC 5280 §6.1.4 (b)).
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
        // What is mapped stands for itself only where a mapping says so.
        for mapping in mappings { expected[mapping.issuer] = nil }
        for mapping in mappings where level.parents[mapping.issuer] != nil {
            expected[mapping.subject, default: []].append(mapping.issuer)
        }
    }

    private mutating func push(_ level: Level) {
        guard !level.isEmpty else { return clear() }
        levels.append(level)
        // Until mappings say otherwise, a policy is satisfied by itself.
        expected = Dictionary(uniqueKeysWithValues: level.parents.keys.map { ($0, [$0]) })
        expectsAnyPolicy = level.hasAnyPolicy
    }

    private mutating func clear() {
        (levels, expected, expectsAnyPolicy, isEmpty) = ([], [:], false, true)
    }
}

// What is left at the end of the path.
extension PolicyGraph {
    /// The policies, in the trust anchor's words, that hold down to the last certificate: those
    /// below anyPolicy from which a way leads to it, and anyPolicy where it holds itself
    /// (RFC 5280 §6.1.5 (g)).
    var authorityConstrained: Set<Policy> {
        // Before the first certificate there is one node, anyPolicy.
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
