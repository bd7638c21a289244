import Basics
import Forge
import X509

// Defects of key usage, extended key usage and basic constraints (RFC 5280 §4.2.1.3, §4.2.1.9,
// §4.2.1.12). Each defect is one literal.

extension Defect {
    static let ofUsages = [
        Defect(
            "no-signing-usage",
            "Has a key usage with neither digitalSignature nor keyCertSign.",
            at: certificates
        ) { entity, choices in
            let usages: [[KeyUsageBit]] = [
                [.keyEncipherment], [.crlSign], [.keyAgreement], [.nonRepudiation],
                [.dataEncipherment, .decipherOnly],
            ]
            entity.keyUsage = choices.one(of: usages)
        },
        Defect(
            "no-key-usage",
            "Lacks a key usage.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in entity.keyUsage = [] },
        Defect(
            "every-key-usage",
            "Has every key usage.",
            at: certificates,
            accepted: [.intermediate, .root]
        ) { entity, _ in entity.keyUsage = KeyUsageBit.allCases },
        Defect(
            "other-purpose",
            "Has only purposes other than serverAuth.",
            at: [.leaf]
        ) { entity, choices in
            let purposes: [[X509.ObjectIdentifier]] = [
                [.clientAuth], [.codeSigning, .emailProtection], [.ocspSigning], [.policy(7)],
            ]
            entity.extendedKeyUsage = choices.one(of: purposes)
        },
        Defect(
            "any-purpose",
            "Has anyExtendedKeyUsage but not serverAuth.",
            at: [.leaf]
        ) { entity, _ in
            entity.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        Defect(
            "no-purpose",
            "Lacks an extended key usage.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, _ in entity.extendedKeyUsage = [] },
        Defect(
            "several-purposes",
            "Has serverAuth and other purposes.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.extendedKeyUsage = [.clientAuth, .emailProtection, .serverAuth]
        },
        Defect(
            "issuer-of-other-purpose",
            "Is an issuer with purposes other than serverAuth.",
            at: [.intermediate, .root]
        ) { entity, choices in
            let purposes: [X509.ObjectIdentifier] = [.clientAuth, .codeSigning, .policy(7)]
            entity.extendedKeyUsage = choices.one(of: purposes).map { [$0] }
        },
        Defect(
            "issuer-of-any-purpose",
            "Is an issuer with anyExtendedKeyUsage.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, _ in entity.extendedKeyUsage = [.anyExtendedKeyUsage] },
        Defect(
            "issuer-that-is-none",
            "Is an issuer without cA.",
            at: [.intermediate, .root]
        ) { entity, _ in entity.isCA = false },
        Defect(
            "server-that-is-an-authority",
            "Is an end entity with cA.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, choices in
            entity.isCA = true
            if choices.chance(50) { entity.keyUsage = [.digitalSignature, .keyCertSign] }
        },
        Defect(
            "length-without-authority",
            "Has a path length without cA.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, choices in
            entity.pathLength = choices.below(3)
        },
    ]
}
