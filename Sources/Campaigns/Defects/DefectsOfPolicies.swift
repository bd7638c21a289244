import Basics
import Forge
import ScenarioFormat
import X509

// Defects of certificate policies (RFC 5280 §4.2.1.4, .5, .11, .14). Each defect is one literal.

extension Defect {
    static let ofPolicies = [
        Defect(
            "policies",
            "Has policies that the client does not require.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let policies: [[X509.ObjectIdentifier]] = [
                [.policy(1)], [.anyPolicy], [.policy(1), .policy(2)], [.policy(1), .anyPolicy],
            ]
            entity.policies = choices.one(of: policies)
        },
        Defect("policy-twice", "Repeats a policy.", at: certificates) { entity, _ in
            entity.policies = [.policy(1), .policy(1)]
        },
        Defect(
            "policy-required",
            "Requires a policy, and the path has none.",
            at: [.intermediate, .root]
        ) { entity, _ in
            entity.policyConstraints = Entity.PolicyConstraints(requireExplicitPolicy: 0)
        },
        Defect(
            "policy-required-late",
            "Requires a policy after more certificates than the path has.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, choices in
            entity.policyConstraints = Entity.PolicyConstraints(
                requireExplicitPolicy: choices.one(of: [3, 4, 1_000, Int.max])
            )
        },
        along(
            "policy-kept",
            "Requires a policy, and every certificate of the path has the "
                + "policy.",
            isAccepted: true
        ) {
            _,
            _ in
        },
        along("policy-lost", "Requires a policy that the issuer lacks.") { setup, choices in
            setup.pki.entities["intermediate"]?.policies = choices.chance(50) ? [] : [.policy(3)]
        },
        along(
            "policy-mapped",
            "Requires a policy that the issuer maps to the leaf's policy.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["intermediate"]?.policyMappings = [
                Entity.PolicyMapping(.policy(1), .policy(2))
            ]
            setup.pki.entities["leaf"]?.policies = [.policy(2)]
        },
        along(
            "policy-mapped-elsewhere",
            "Requires a policy that the issuer maps to another policy."
        ) { setup, _ in
            setup.pki.entities["intermediate"]?.policyMappings = [
                Entity.PolicyMapping(.policy(1), .policy(2))
            ]
        },
        along(
            "mapping-inhibited",
            "Requires a policy whose mapping an issuer inhibits."
        ) { setup, _ in
            setup.pki.entities["root"]?.policyConstraints = Entity.PolicyConstraints(
                requireExplicitPolicy: 0,
                inhibitPolicyMapping: 0
            )
            setup.pki.entities["intermediate"]?.policyMappings = [
                Entity.PolicyMapping(.policy(1), .policy(2))
            ]
            setup.pki.entities["leaf"]?.policies = [.policy(2)]
        },
        along(
            "any-policy",
            "Requires a policy, and the issuer has anyPolicy.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["intermediate"]?.policies = [.anyPolicy]
        },
        along("any-policy-inhibited", "Requires a policy where anyPolicy is inhibited.") {
            setup,
            _ in
            setup.pki.entities["intermediate"]?.policies = [.anyPolicy]
            setup.pki.entities["root"]?.inhibitAnyPolicy = 0
        },
        along("any-policy-mapped", "Requires a policy, and the issuer maps anyPolicy.") {
            setup,
            choices in
            let mappings = [
                Entity.PolicyMapping(.anyPolicy, .policy(1)),
                Entity.PolicyMapping(.policy(1), .anyPolicy),
            ]
            setup.pki.entities["intermediate"]?.policyMappings = choices.one(of: mappings)
                .map { [$0] }
        },
        Defect(
            "empty-policy-constraints",
            "Has empty policy constraints.",
            at: [.intermediate, .root]
        ) { entity, _ in entity.policyConstraints = Entity.PolicyConstraints() },
        Defect(
            "policy-constraints-of-server",
            "Has policy constraints but is an end entity.",
            at: [.leaf]
        ) { entity, _ in
            entity.policyConstraints = Entity.PolicyConstraints(requireExplicitPolicy: 0)
        },
        Defect(
            "policy-inhibitions",
            "Inhibits policy mapping and anyPolicy, which the path does not use.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, choices in
            entity.inhibitAnyPolicy = choices.below(3)
            entity.policyConstraints = Entity.PolicyConstraints(
                inhibitPolicyMapping: choices.below(3)
            )
        },
    ]

    /// Returns a defect: a change to a setup that requires policy 1 and has it in each certificate.
    private static func along(
        _ name: String,
        _ about: String,
        isAccepted: Bool = false,
        _ change: @escaping @Sendable (inout Setup, inout Choices) -> Void
    ) -> Defect {
        Defect(name, about, isAccepted: isAccepted) { setup, choices in
            for name in certificates.map(\.rawValue) {
                setup.pki.entities[name]?.policies = [.policy(1)]
            }
            // Only some validators apply the policy constraints of an anchor (RFC 5937 §3).
            let issuer = choices.one(of: ["intermediate", "intermediate", "root"]) ?? "root"
            setup.pki.entities[issuer]?.policyConstraints = Entity.PolicyConstraints(
                requireExplicitPolicy: 0
            )
            change(&setup, &choices)
        }
    }
}
