import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Certificate policies (RFC 5280 §6.1); the attacks POL of the catalogue.
@Suite struct PolicyProcessingTests {
    /// A setup with policies of root and intermediate, and its valid policies.
    struct Case: CustomTestStringConvertible, Sendable {
        enum Outcome: Hashable, Sendable {
            case valid(authority: Set<ObjectIdentifier>, user: Set<ObjectIdentifier>)
            case rejected(Rejection)
        }

        let testDescription: String
        let setup: Setup
        let expected: Outcome

        static func valid(
            _ description: String,
            _ policies: Set<ObjectIdentifier>,
            accepted: Set<ObjectIdentifier>? = nil,
            change: (inout Setup) -> Void
        ) -> Case {
            let expected = Outcome.valid(authority: policies, user: accepted ?? policies)
            return Case(testDescription: description, setup: Setup(change), expected: expected)
        }

        static func rejected(
            _ description: String,
            _ valid: [ObjectIdentifier] = [],
            depth: Int = 0,
            change: (inout Setup) -> Void
        ) -> Case {
            let expected = Outcome.rejected(.policy(valid: valid, depth: depth))
            return Case(testDescription: description, setup: Setup(change), expected: expected)
        }
    }

    static let one = policy(1)
    static let two = policy(2)
    private static let three = policy(3)

    static func policy(_ number: UInt8) -> ObjectIdentifier {
        ObjectIdentifier(content: [0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xb2, 0x03, number])
    }

    /// Makes the path root ← upper ← intermediate ← leaf, with policy one in each certificate; the
    /// relying party requires a policy.
    private static func long(_ setup: inout Setup) {
        setup.addCA("upper", under: "root")
        setup.intermediate.issuer = .entity("upper")
        setup.serve = ["leaf", "intermediate", "upper"]
        setup["upper"].policies = [one]
        setup.intermediate.policies = [one]
        setup.leaf.policies = [one]
        setup.policyInputs.initialExplicitPolicy = true
    }

    /// Gives the intermediate the name of the issuer above it.
    private static func selfIssue(_ setup: inout Setup) {
        setup["upper"].subject = Name((.commonName, "Same"))
        setup.intermediate.subject = Name((.commonName, "Same"))
    }

    private static let sets: [Case] = [
        .valid("no policies, and none required", []) { _ in },
        .valid("one policy in all certificates", [one]) {
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [one, three]
        },
        .valid("no common policy, and none required", []) {
            $0.intermediate.policies = [one]
            $0.leaf.policies = [two]
        },
        .valid("none in the intermediate, and none required", []) { $0.leaf.policies = [one] },
        .valid("anyPolicy in the intermediate", [one, two]) {
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [one, two]
        },
        .valid("anyPolicy in the end entity", [one, two]) {
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("anyPolicy in all certificates", [.anyPolicy]) {
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("anyPolicy and another policy in the intermediate", [one, two]) {
            $0.intermediate.policies = [one, .anyPolicy]
            $0.leaf.policies = [one, two]
        },
        .valid("policies outside those of the trust anchor", [one], accepted: []) {
            $0.root.policies = [two]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .rejected("policies outside those of the trust anchor, and one required", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.root.policies = [two]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .valid("policies of the trust anchor, and one required", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.root.policies = [one, two]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .valid("a trust anchor with anyPolicy", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.root.policies = [.anyPolicy]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .rejected("an accepted policy that the trust anchor does not have", [one, two]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.userInitialPolicySet = [one]
            $0.root.policies = [two]
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [one, two]
        },
        .valid("the mappings of a trust anchor do not count", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.root.policies = [one]
            $0.root.policyMappings = [.init(one, two)]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .valid("no policies, and the end entity as trust anchor", [.anyPolicy]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.trust = ["leaf"]
        },
    ]

    private static let inputs: [Case] = [
        .rejected("no policies, and one required from the start", depth: 1) {
            $0.policyInputs.initialExplicitPolicy = true
        },
        .valid("a valid policy required from the start", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .rejected("no policy in the end entity") {
            $0.policyInputs.initialExplicitPolicy = true
            $0.intermediate.policies = [one]
        },
        .valid("one of two is accepted", [one, two], accepted: [two]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.userInitialPolicySet = [two, three]
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [one, two]
        },
        .rejected("another one is accepted", [one, two]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.userInitialPolicySet = [three]
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [two, one]
        },
        .valid("another one is accepted, and none required", [one], accepted: []) {
            $0.policyInputs.userInitialPolicySet = [three]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .valid("anyPolicy counts as every accepted policy", [.anyPolicy], accepted: [two, three]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.userInitialPolicySet = [two, three]
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("one policy for a relying party that accepts all", [one]) {
            $0.policyInputs.userInitialPolicySet = [two, .anyPolicy]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .rejected("anyPolicy inhibited from the start", depth: 1) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.initialAnyPolicyInhibit = true
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [one]
        },
        .rejected("mapping inhibited from the start") {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.initialPolicyMappingInhibit = true
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
    ]

    private static let mappings: [Case] = [
        .valid("a mapped policy, with the issuer's identifier", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .valid("a mapped policy with its old identifier", []) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [one]
        },
        .valid("a policy mapped to itself and another", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two), .init(one, one)]
            $0.leaf.policies = [one]
        },
        .valid("two policies mapped to each other", [one]) {
            $0.intermediate.policies = [one, two]
            $0.intermediate.policyMappings = [.init(one, two), .init(two, one)]
            $0.leaf.policies = [two]
        },
        .valid("two policies mapped to one", [one, two]) {
            $0.intermediate.policies = [one, two]
            $0.intermediate.policyMappings = [.init(one, three), .init(two, three)]
            $0.leaf.policies = [three]
        },
        .valid("two policies mapped to one of them", [one, two]) {
            $0.intermediate.policies = [one, two]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .valid("a mapped policy and anyPolicy below", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("a mapping of a policy covered only by anyPolicy", [one]) {
            $0.intermediate.policies = [.anyPolicy]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .valid("a mapping of a policy that is not valid", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(two, three)]
            $0.leaf.policies = [one, three]
        },
        .valid("successive mappings", [one]) {
            long(&$0)
            $0["upper"].policyMappings = [.init(one, two)]
            $0.intermediate.policies = [two]
            $0.intermediate.policyMappings = [.init(two, three)]
            $0.leaf.policies = [three]
        },
        .rejected("a policy that was mapped to another one above", depth: 1) {
            long(&$0)
            $0["upper"].policyMappings = [.init(one, two)]
        },
        .valid("mappings in an end entity", [one]) {
            long(&$0)
            $0.leaf.policyMappings = [.init(one, two)]
        },
    ]

    private static let constraints: [Case] = [
        .rejected("a policy required immediately, and missing below") {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        .valid("a policy required immediately, and present", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 0)
            $0.leaf.policies = [one]
        },
        .rejected("a policy required after one certificate, which is the end entity") {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 1)
        },
        .valid("a policy required after two certificates", []) {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 2)
        },
        .rejected("a larger number below, which does not delay the requirement") {
            long(&$0)
            $0.policyInputs.initialExplicitPolicy = false
            $0["upper"].policyConstraints = .init(requireExplicitPolicy: 1)
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 9)
            $0.leaf.policies = [two]
        },
        .rejected("a policy required by the end entity itself") {
            $0.leaf.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        .valid("a requirement for the certificate after the end entity", []) {
            $0.leaf.policyConstraints = .init(requireExplicitPolicy: 1)
        },
        .rejected("a policy required by the trust anchor", depth: 1) {
            $0.root.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        .rejected("mapping inhibited immediately") {
            long(&$0)
            $0["upper"].policyConstraints = .init(inhibitPolicyMapping: 0)
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .rejected("an inhibited mapping, which removes the mapped policy") {
            long(&$0)
            $0["upper"].policyConstraints = .init(inhibitPolicyMapping: 0)
            $0.intermediate.policyMappings = [.init(one, two)]
        },
        .valid("mapping inhibited after one certificate", [one]) {
            long(&$0)
            $0["upper"].policyConstraints = .init(inhibitPolicyMapping: 1)
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .rejected("anyPolicy inhibited immediately", depth: 1) {
            long(&$0)
            $0["upper"].inhibitAnyPolicy = 0
            $0.intermediate.policies = [.anyPolicy]
        },
        .valid("anyPolicy inhibited after one certificate", [one]) {
            long(&$0)
            $0["upper"].inhibitAnyPolicy = 1
            $0.intermediate.policies = [.anyPolicy]
        },
        .rejected("anyPolicy inhibited after one certificate, and used by the second") {
            long(&$0)
            $0["upper"].inhibitAnyPolicy = 1
            $0.leaf.policies = [.anyPolicy]
        },
        .rejected("anyPolicy inhibited by the trust anchor", depth: 2) {
            long(&$0)
            $0.root.inhibitAnyPolicy = 0
            $0["upper"].policies = [.anyPolicy]
        },
    ]

    private static let selfIssued: [Case] = [
        .valid("inhibited anyPolicy in a self-issued issuer", [one]) {
            long(&$0)
            selfIssue(&$0)
            $0["upper"].inhibitAnyPolicy = 0
            $0.intermediate.policies = [.anyPolicy]
        },
        .rejected("inhibited anyPolicy in a self-issued end entity") {
            long(&$0)
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0.leaf.subject = Name((.commonName, "Same"))
            $0.intermediate.inhibitAnyPolicy = 0
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("a self-issued issuer, which does not count for the number", [one]) {
            long(&$0)
            selfIssue(&$0)
            $0["upper"].inhibitAnyPolicy = 1
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("a self-issued issuer, which does not count for a required policy", []) {
            long(&$0)
            selfIssue(&$0)
            $0.policyInputs.initialExplicitPolicy = false
            $0["upper"].policyConstraints = .init(requireExplicitPolicy: 2)
            $0.leaf.policies = []
        },
        .rejected("another issuer, which counts for a required policy") {
            long(&$0)
            $0.policyInputs.initialExplicitPolicy = false
            $0["upper"].policyConstraints = .init(requireExplicitPolicy: 2)
            $0.leaf.policies = []
        },
        .rejected("inhibited mappings in a self-issued issuer") {
            long(&$0)
            selfIssue(&$0)
            $0["upper"].policyConstraints = .init(inhibitPolicyMapping: 0)
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
    ]

    @Test(arguments: sets + inputs + mappings + constraints + selfIssued)
    func `finds the valid policies`(_ test: Case) throws {
        let found: Case.Outcome
        switch try test.setup.evaluation().result {
        case .success(let path):
            let policies = try #require(path.policies)
            found = .valid(
                authority: policies.authorityConstrained,
                user: policies.userConstrained
            )
        case .failure(let rejection): found = .rejected(rejection)
        }
        #expect(found == test.expected)
    }

    @Test func `reports no policies if the rule about policies is off`() throws {
        let setup = Setup { $0.checks = PathCheck.catalogue.leavingOut(.certificatePolicies) }
        let path = try setup.evaluation().result.get()
        #expect(path.policies == nil)
    }
}
