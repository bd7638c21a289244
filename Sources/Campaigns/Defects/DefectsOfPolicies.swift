import Basics
import Forge
import ScenarioFormat
import X509

// Certificate policies (RFC 5280 §4.2.1.4, .5, .11, .14). Each is one literal; a new one needs
// nothing else.

extension Defect {
    static let ofPolicies = [
        Defect(
            "policies",
            "Has policies, which the client does not ask for.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let policies: [[X509.ObjectIdentifier]] = [
                [.policy(1)], [.anyPolicy], [.policy(1), .policy(2)], [.policy(1), .anyPolicy],
            ]
            entity.policies = choices.one(of: policies)
        },
        Defect("policy-twice", "Has a policy twice.", at: certificates) { entity, _ in
            entity.policies = [.policy(1), .policy(1)]
        },
        Defect(
            "policy-required",
            "Needs a policy and has none.",
            at: [.intermediate, .root]
        ) { entity, _ in
            entity.policyConstraints = Entity.PolicyConstraints(requireExplicitPolicy: 0)
        },
        Defect(
            "policy-required-late",
            "Needs a policy after more certificates than there are.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, choices in
            entity.policyConstraints = Entity.PolicyConstraints(
                requireExplicitPolicy: choices.one(of: [3, 4, 1_000, Int.max])
            )
        },
        along("policy-kept", "Needs a policy, and has one all along.", isAccepted: true) { _, _ in
        },
        along("policy-lost", "Needs a policy that its issuer has not.") { setup, choices in
            setup.pki.entities["intermediate"]?.policies = choices.chance(50) ? [] : [.policy(3)]
        },
        along(
            "policy-mapped",
            "Needs a policy that its issuer maps to its own.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["intermediate"]?.policyMappings = [
                Entity.PolicyMapping(.policy(1), .policy(2))
            ]
            setup.pki.entities["leaf"]?.policies = [.policy(2)]
        },
        along(
            "policy-mapped-elsewhere",
            "Needs a policy that its issuer maps to another."
        ) { setup, _ in
            setup.pki.entities["intermediate"]?.policyMappings = [
                Entity.PolicyMapping(.policy(1), .policy(2))
            ]
        },
        along(
            "mapping-inhibited",
            "Needs a policy, whose mapping is inhibited above."
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
            "Needs a policy, and its issuer has any.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["intermediate"]?.policies = [.anyPolicy]
        },
        along("any-policy-inhibited", "Needs a policy where any no longer counts.") { setup, _ in
            setup.pki.entities["intermediate"]?.policies = [.anyPolicy]
            setup.pki.entities["root"]?.inhibitAnyPolicy = 0
        },
        along("any-policy-mapped", "Needs a policy, and its issuer maps any.") { setup, choices in
            let mappings = [
                Entity.PolicyMapping(.anyPolicy, .policy(1)),
                Entity.PolicyMapping(.policy(1), .anyPolicy),
            ]
            setup.pki.entities["intermediate"]?.policyMappings = choices.one(of: mappings)
                .map { [$0] }
        },
        Defect(
            "empty-policy-constraints",
            "Has policy constraints that say nothing.",
            at: [.intermediate, .root]
        ) { entity, _ in entity.policyConstraints = Entity.PolicyConstraints() },
        Defect(
            "policy-constraints-of-server",
            "Constrains policies and issues nothing.",
            at: [.leaf]
        ) { entity, _ in
            entity.policyConstraints = Entity.PolicyConstraints(requireExplicitPolicy: 0)
        },
        Defect(
            "policy-inhibitions",
            "Inhibits mapping and any policy, and uses neither.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, choices in
            entity.inhibitAnyPolicy = choices.below(3)
            entity.policyConstraints = Entity.PolicyConstraints(
                inhibitPolicyMapping: choices.below(3)
            )
        },
    ]

    /// A setup that requires policy 1 and has it in every certificate, then a change to it.
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
            // Only some validators apply an anchor's policy constraints (RFC 5937 §3).
            let issuer = choices.one(of: ["intermediate", "intermediate", "root"]) ?? "root"
            setup.pki.entities[issuer]?.policyConstraints = Entity.PolicyConstraints(
                requireExplicitPolicy: 0
            )
            change(&setup, &choices)
        }
    }
}
