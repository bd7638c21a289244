import Basics
import Testing

@testable import PathValidation

/// The graph gives the same result as RFC 5280's tree.
@Suite struct PolicyGraphTests {
    /// The policies of a certificate; policy 0 is anyPolicy.
    struct Step {
        let policies: [Int]?
        let allowsAnyPolicy: Bool
        let mappings: [PolicyGraph.Mapping]
        let isInhibited: Bool
    }

    @Test(arguments: 0..<20)
    func `the policy graph agrees with a policy tree on random short paths`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var (valid, empty) = (0, 0)
        for _ in 0..<200 {
            let steps = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                Step(random: &generator)
            }
            var (graph, tree) = (PolicyGraph(), PolicyTree())
            for step in steps {
                graph.take(step)
                tree.take(step)
                #expect(graph.isEmpty == tree.isEmpty, "\(steps)")
            }
            #expect(graph.authorityConstrained == tree.authorityConstrained, "\(steps)")
            if tree.isEmpty { empty += 1 } else { valid += 1 }
        }
        #expect(valid > 20)
        #expect(empty > 20)
    }
}

extension PolicyGraphTests.Step {
    init(random generator: inout SplitMix64) {
        let all = (0...3).filter { _ in Bool.random(using: &generator) }
        policies = all.isEmpty ? nil : all
        allowsAnyPolicy = Int.random(in: 0..<4, using: &generator) > 0
        mappings = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            PolicyGraph.Mapping(
                issuer: Int.random(in: 1...3, using: &generator),
                subject: Int.random(in: 1...3, using: &generator)
            )
        }
        isInhibited = Int.random(in: 0..<5, using: &generator) == 0
    }
}

extension PolicyGraph {
    fileprivate mutating func take(_ step: PolicyGraphTests.Step) {
        add(step.policies, allowsAnyPolicy: step.allowsAnyPolicy)
        map(step.mappings, isInhibited: step.isInhibited)
    }
}

/// The valid_policy_tree as specified step by step in RFC 5280 §6.1.2 (a), §6.1.3 (d), §6.1.4 (b)
/// and §6.1.5 (g), with all of its nodes.
private struct PolicyTree {
    private final class Node {
        let validPolicy: Int
        var expectedPolicySet: Set<Int>
        var children: [Node] = []

        init(_ validPolicy: Int, expected: Set<Int>? = nil) {
            self.validPolicy = validPolicy
            expectedPolicySet = expected ?? [validPolicy]
        }

        func nodes(atDepth depth: Int) -> [Node] {
            depth == 0 ? [self] : children.flatMap { $0.nodes(atDepth: depth - 1) }
        }

        /// Deletes nodes without a path down to a depth.
        func prune(toDepth depth: Int) {
            guard depth > 0 else { return }
            for child in children { child.prune(toDepth: depth - 1) }
            if depth > 1 { children.removeAll { $0.children.isEmpty } }
        }
    }

    private var root: Node? = Node(0)
    private var depth = 0

    var isEmpty: Bool { root == nil }

    mutating func take(_ step: PolicyGraphTests.Step) {
        guard let root, let policies = step.policies else {
            self.root = nil
            return
        }
        let parents = root.nodes(atDepth: depth)
        depth += 1
        for policy in policies where policy != 0 {
            let matching = parents.filter { $0.expectedPolicySet.contains(policy) }
            let chosen = matching.isEmpty ? parents.filter { $0.validPolicy == 0 } : matching
            for parent in chosen { parent.children.append(Node(policy)) }
        }
        if policies.contains(0), step.allowsAnyPolicy {
            for parent in parents {
                for policy in parent.expectedPolicySet
                where !parent.children.contains(where: { $0.validPolicy == policy }) {
                    parent.children.append(Node(policy))
                }
            }
        }
        prune()
        for (policy, mappings) in Dictionary(grouping: step.mappings, by: \.issuer) {
            map(policy, to: Set(mappings.map(\.subject)), step.isInhibited)
        }
        prune()
    }

    private func map(_ policy: Int, to subjects: Set<Int>, _ isInhibited: Bool) {
        guard let root else { return }
        let parents = root.nodes(atDepth: depth - 1)
        let nodes = parents.flatMap(\.children)
        if isInhibited {
            for parent in parents { parent.children.removeAll { $0.validPolicy == policy } }
        } else if nodes.contains(where: { $0.validPolicy == policy }) {
            for node in nodes where node.validPolicy == policy {
                node.expectedPolicySet = subjects
            }
        } else if nodes.contains(where: { $0.validPolicy == 0 }) {
            for parent in parents where parent.validPolicy == 0 {
                parent.children.append(Node(policy, expected: subjects))
            }
        }
    }

    private mutating func prune() {
        root?.prune(toDepth: depth)
        if root?.children.isEmpty == true { root = nil }
    }

    var authorityConstrained: Set<Int> {
        guard let root else { return [] }
        var constrained: Set<Int> = []
        for level in 0..<depth {
            for parent in root.nodes(atDepth: level) where parent.validPolicy == 0 {
                constrained.formUnion(parent.children.map(\.validPolicy).filter { $0 != 0 })
            }
        }
        if root.nodes(atDepth: depth).contains(where: { $0.validPolicy == 0 }) {
            constrained.insert(0)
        }
        return constrained
    }
}
