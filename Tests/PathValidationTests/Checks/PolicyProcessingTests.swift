import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// RFC 5280 §6.1 on certificate policies; rows POL of the attack catalogue.
@Suite struct PolicyProcessingTests {
    /// A setup with policies of root and intermediate, and its valid policies.
    struct Case: CustomTestStringConvertible, Sendable {
        enum Outcome: Hashable, Sendable {
            case valid(authority: Set<ObjectIdentifier>, user: Set<ObjectIdentifier>)
            case refused(Rejection)
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

        static func refused(
            _ description: String,
            _ valid: [ObjectIdentifier] = [],
            depth: Int = 0,
            change: (inout Setup) -> Void
        ) -> Case {
            let expected = Outcome.refused(.policy(valid: valid, depth: depth))
            return Case(testDescription: description, setup: Setup(change), expected: expected)
        }
    }

    static let one = policy(1)
    static let two = policy(2)
    private static let three = policy(3)

    static func policy(_ number: UInt8) -> ObjectIdentifier {
        ObjectIdentifier(content: [0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xb2, 0x03, number])
    }

    /// root ← upper ← intermediate ← leaf, all under policy one, which the relying party requires.
    private static func long(_ setup: inout Setup) {
        setup.addCA("upper", under: "root")
        setup.intermediate.issuer = .entity("upper")
        setup.serve = ["leaf", "intermediate", "upper"]
        setup["upper"].policies = [one]
        setup.intermediate.policies = [one]
        setup.leaf.policies = [one]
        setup.policyInputs.initialExplicitPolicy = true
    }

    /// Gives an issuer the name of the one above it.
    private static func selfIssue(_ setup: inout Setup) {
        setup["upper"].subject = Name((.commonName, "Same"))
        setup.intermediate.subject = Name((.commonName, "Same"))
    }

    private static let sets: [Case] = [
        .valid("no policies, and none required", []) { _ in },
        .valid("one all along", [one]) {
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [one, three]
        },
        .valid("nothing in common, and none required", []) {
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
        .valid("anyPolicy all along", [.anyPolicy]) {
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("anyPolicy beside another in the intermediate", [one, two]) {
            $0.intermediate.policies = [one, .anyPolicy]
            $0.leaf.policies = [one, two]
        },
        .valid("policies outside those of the trust anchor", [one], accepted: []) {
            $0.root.policies = [two]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .refused("policies outside those of the trust anchor, and one required", [one]) {
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
        .valid("a trust anchor of any policy", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.root.policies = [.anyPolicy]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .refused("an accepted policy that is none of the trust anchor's", [one, two]) {
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
        .valid("no policies where the trust anchor is the end entity", [.anyPolicy]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.trust = ["leaf"]
        },
    ]

    private static let inputs: [Case] = [
        .refused("no policies, and one required from the start", depth: 1) {
            $0.policyInputs.initialExplicitPolicy = true
        },
        .valid("a policy that is required from the start", [one]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .refused("no policy in the end entity") {
            $0.policyInputs.initialExplicitPolicy = true
            $0.intermediate.policies = [one]
        },
        .valid("one of two is accepted", [one, two], accepted: [two]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.userInitialPolicySet = [two, three]
            $0.intermediate.policies = [one, two]
            $0.leaf.policies = [one, two]
        },
        .refused("another one is accepted", [one, two]) {
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
        .valid("anyPolicy is whatever is accepted", [.anyPolicy], accepted: [two, three]) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.userInitialPolicySet = [two, three]
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("whoever accepts all accepts one", [one]) {
            $0.policyInputs.userInitialPolicySet = [two, .anyPolicy]
            $0.intermediate.policies = [one]
            $0.leaf.policies = [one]
        },
        .refused("anyPolicy inhibited from the start", depth: 1) {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.initialAnyPolicyInhibit = true
            $0.intermediate.policies = [.anyPolicy]
            $0.leaf.policies = [one]
        },
        .refused("mapping inhibited from the start") {
            $0.policyInputs.initialExplicitPolicy = true
            $0.policyInputs.initialPolicyMappingInhibit = true
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
    ]

    private static let mappings: [Case] = [
        .valid("a mapped policy, by the name that the issuer gives it", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .valid("a mapped policy no longer stands for itself", []) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [one]
        },
        .valid("a policy mapped to itself and another", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two), .init(one, one)]
            $0.leaf.policies = [one]
        },
        .valid("two policies that change places", [one]) {
            $0.intermediate.policies = [one, two]
            $0.intermediate.policyMappings = [.init(one, two), .init(two, one)]
            $0.leaf.policies = [two]
        },
        .valid("two policies mapped to one", [one, two]) {
            $0.intermediate.policies = [one, two]
            $0.intermediate.policyMappings = [.init(one, three), .init(two, three)]
            $0.leaf.policies = [three]
        },
        .valid("two policies mapped to one, which is one of them", [one, two]) {
            $0.intermediate.policies = [one, two]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .valid("a policy mapped to what anyPolicy below stands for", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("a policy that only anyPolicy stands for is mapped", [one]) {
            $0.intermediate.policies = [.anyPolicy]
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .valid("a mapping of a policy that is not valid", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyMappings = [.init(two, three)]
            $0.leaf.policies = [one, three]
        },
        .valid("mappings one after the other", [one]) {
            long(&$0)
            $0["upper"].policyMappings = [.init(one, two)]
            $0.intermediate.policies = [two]
            $0.intermediate.policyMappings = [.init(two, three)]
            $0.leaf.policies = [three]
        },
        .refused("a policy that was mapped away above", depth: 1) {
            long(&$0)
            $0["upper"].policyMappings = [.init(one, two)]
        },
        .valid("mappings of an end entity mean nothing", [one]) {
            long(&$0)
            $0.leaf.policyMappings = [.init(one, two)]
        },
    ]

    private static let constraints: [Case] = [
        .refused("a policy required at once, and missing below") {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        .valid("a policy required at once, and there", [one]) {
            $0.intermediate.policies = [one]
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 0)
            $0.leaf.policies = [one]
        },
        .refused("a policy required after one certificate, which is the end entity") {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 1)
        },
        .valid("a policy required after two", []) {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 2)
        },
        .refused("a larger number below does not put it off") {
            long(&$0)
            $0.policyInputs.initialExplicitPolicy = false
            $0["upper"].policyConstraints = .init(requireExplicitPolicy: 1)
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 9)
            $0.leaf.policies = [two]
        },
        .refused("a policy required by the end entity itself") {
            $0.leaf.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        .valid("a policy that the end entity would require of the next", []) {
            $0.leaf.policyConstraints = .init(requireExplicitPolicy: 1)
        },
        .refused("a policy required by the trust anchor", depth: 1) {
            $0.root.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        .refused("mapping inhibited at once") {
            long(&$0)
            $0["upper"].policyConstraints = .init(inhibitPolicyMapping: 0)
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
        .refused("what is mapped while inhibited stands for nothing, itself included") {
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
        .refused("anyPolicy inhibited at once", depth: 1) {
            long(&$0)
            $0["upper"].inhibitAnyPolicy = 0
            $0.intermediate.policies = [.anyPolicy]
        },
        .valid("anyPolicy inhibited after one certificate", [one]) {
            long(&$0)
            $0["upper"].inhibitAnyPolicy = 1
            $0.intermediate.policies = [.anyPolicy]
        },
        .refused("anyPolicy inhibited after one certificate, and used by the second") {
            long(&$0)
            $0["upper"].inhibitAnyPolicy = 1
            $0.leaf.policies = [.anyPolicy]
        },
        .refused("anyPolicy inhibited by the trust anchor", depth: 2) {
            long(&$0)
            $0.root.inhibitAnyPolicy = 0
            $0["upper"].policies = [.anyPolicy]
        },
    ]

    private static let selfIssued: [Case] = [
        .valid("anyPolicy of a self-issued issuer, though inhibited", [one]) {
            long(&$0)
            selfIssue(&$0)
            $0["upper"].inhibitAnyPolicy = 0
            $0.intermediate.policies = [.anyPolicy]
        },
        .refused("anyPolicy of a self-issued end entity, inhibited") {
            long(&$0)
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0.leaf.subject = Name((.commonName, "Same"))
            $0.intermediate.inhibitAnyPolicy = 0
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("a self-issued issuer does not count as a certificate that follows", [one]) {
            long(&$0)
            selfIssue(&$0)
            $0["upper"].inhibitAnyPolicy = 1
            $0.leaf.policies = [.anyPolicy]
        },
        .valid("nor does it bring a required policy nearer", []) {
            long(&$0)
            selfIssue(&$0)
            $0.policyInputs.initialExplicitPolicy = false
            $0["upper"].policyConstraints = .init(requireExplicitPolicy: 2)
            $0.leaf.policies = []
        },
        .refused("one that is not self-issued does") {
            long(&$0)
            $0.policyInputs.initialExplicitPolicy = false
            $0["upper"].policyConstraints = .init(requireExplicitPolicy: 2)
            $0.leaf.policies = []
        },
        .refused("mappings of a self-issued issuer are inhibited as any") {
            long(&$0)
            selfIssue(&$0)
            $0["upper"].policyConstraints = .init(inhibitPolicyMapping: 0)
            $0.intermediate.policyMappings = [.init(one, two)]
            $0.leaf.policies = [two]
        },
    ]

    @Test(arguments: sets + inputs + mappings + constraints + selfIssued)
    func policies(_ test: Case) throws {
        let found: Case.Outcome
        switch try test.setup.evaluation().result {
        case .success(let path):
            let policies = try #require(path.policies)
            found = .valid(
                authority: policies.authorityConstrained,
                user: policies.userConstrained
            )
        case .failure(let rejection): found = .refused(rejection)
        }
        #expect(found == test.expected)
    }

    @Test("Who leaves the rule out learns no policies")
    func leftOut() throws {
        let setup = Setup { $0.checks = PathCheck.catalogue.leavingOut(.certificatePolicies) }
        let path = try setup.evaluation().result.get()
        #expect(path.policies == nil)
    }
}
