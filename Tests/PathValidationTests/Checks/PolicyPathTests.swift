import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Certificate policies of whole paths, and their cost.
@Suite struct PolicyPathTests {
    private typealias P = PolicyProcessingTests

    private static let paths: [SetupCase] = [
        .accept("another path has the policy", ["leaf", "copy", "root"]) {
            $0.addCA("copy", under: "root")
            $0["copy"].subject = Name((.commonName, "Same"))
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0["copy"].keyOf = "intermediate"
            $0["copy"].policies = [P.one]
            $0.leaf.policies = [P.one]
            $0.serve = ["leaf", "intermediate", "copy"]
            $0.policyInputs.initialExplicitPolicy = true
        },
        .accept("critical policy extensions are understood") {
            $0.intermediate.policies = [P.one]
            $0.intermediate.policyMappings = [.init(P.one, P.two)]
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 0)
            $0.intermediate.inhibitAnyPolicy = 0
            $0.intermediate.critical = [.certificatePolicies: true]
            $0.leaf.policies = [P.two]
        },
        .accept("an unknown qualifier in a non-critical list") {
            $0.leaf.extensions = [qualified(critical: false)]
        },
        .reject(
            "an unknown qualifier in a critical list",
            .unhandledCriticalExtension(.certificatePolicies, depth: 0)
        ) { $0.leaf.extensions = [qualified(critical: true)] },
        .accept("a policy bomb within the budget", bombPath) {
            bomb(&$0)
            $0.budget.policies = bombCost
        },
        .reject(
            "a policy bomb one unit above the budget",
            .budgetExceeded("certificate policies")
        ) {
            bomb(&$0)
            $0.budget.policies = bombCost - 1
        },
    ]

    @Test(arguments: paths)
    func `a path with policies gets the expected verdict`(_ test: SetupCase) throws {
        try test.check()
    }

    private static func qualified(critical: Bool) -> Entity.AddedExtension {
        Entity.AddedExtension(
            oid: .certificatePolicies,
            critical: critical,
            value: hexBytes("3010 300e 06022a03 3008 3006 06022a04 0500")
        )
    }

    /// Adds the CAs of CVE-2023-0464: ten CAs with 32 policies, each of which is mapped to all 32.
    ///
    /// A tree would have 32¹⁰ leaves.
    private static func bomb(_ setup: inout Setup) {
        let policies = (0..<32).map { P.policy($0) }
        let mappings = policies.flatMap { issuer in
            policies.map { Entity.PolicyMapping(issuer, $0) }
        }
        for number in (0..<10).reversed() {
            let name = "ca\(number)"
            setup.addCA(name, under: number == 9 ? "root" : "ca\(number + 1)")
            setup[name].policies = policies
            setup[name].policyMappings = mappings
        }
        setup.leaf.issuer = .entity("ca0")
        setup.leaf.policies = policies
        setup.serve = Array(bombPath.dropLast())
        setup.policyInputs.initialExplicitPolicy = true
    }

    private static let bombPath = ["leaf"] + (0..<10).map { "ca\($0)" } + ["root"]
    /// The cost of the path.
    ///
    /// The first CA has policies and mappings; each of the nine CAs below it has policies, mappings
    /// and edges; the end entity has policies and edges.
    private static let bombCost = 32 + 1024 + 9 * (32 + 1024 + 1024) + 32 + 1024
}
