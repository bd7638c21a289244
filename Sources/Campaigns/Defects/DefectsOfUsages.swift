import Basics
import Forge
import X509

// Key usage, extended key usage and basic constraints (RFC 5280 §4.2.1.3, §4.2.1.9, §4.2.1.12).
// Each is one literal; a new one needs nothing else.

extension Defect {
    static let ofUsages = [
        Defect(
            "no-signing-usage",
            "Has a key that may sign neither handshakes nor certificates.",
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
            "Does not say what its key may do.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in entity.keyUsage = [] },
        Defect(
            "every-key-usage",
            "Has a key that may do everything.",
            at: certificates,
            accepted: [.intermediate, .root]
        ) { entity, _ in entity.keyUsage = KeyUsageBit.allCases },
        Defect(
            "other-purpose",
            "Is for other purposes than servers.",
            at: [.leaf]
        ) { entity, choices in
            let purposes: [[X509.ObjectIdentifier]] = [
                [.clientAuth], [.codeSigning, .emailProtection], [.ocspSigning], [.policy(7)],
            ]
            entity.extendedKeyUsage = choices.one(of: purposes)
        },
        Defect(
            "any-purpose",
            "Is for any purpose, and not for servers by name.",
            at: [.leaf]
        ) { entity, _ in
            entity.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        Defect(
            "no-purpose",
            "Does not say what it is for.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, _ in entity.extendedKeyUsage = [] },
        Defect(
            "several-purposes",
            "Is for servers among other things.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.extendedKeyUsage = [.clientAuth, .emailProtection, .serverAuth]
        },
        Defect(
            "issuer-of-other-purpose",
            "Issues for other purposes than servers.",
            at: [.intermediate, .root]
        ) { entity, choices in
            let purposes: [X509.ObjectIdentifier] = [.clientAuth, .codeSigning, .policy(7)]
            entity.extendedKeyUsage = choices.one(of: purposes).map { [$0] }
        },
        Defect(
            "issuer-of-any-purpose",
            "Issues for any purpose.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, _ in entity.extendedKeyUsage = [.anyExtendedKeyUsage] },
        Defect(
            "issuer-that-is-none",
            "Issues and says that it is no authority.",
            at: [.intermediate, .root]
        ) { entity, _ in entity.isCA = false },
        Defect(
            "server-that-is-an-authority",
            "Serves and says that it is an authority.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, choices in
            entity.isCA = true
            if choices.chance(50) { entity.keyUsage = [.digitalSignature, .keyCertSign] }
        },
        Defect(
            "length-without-authority",
            "Has a path length and is no authority.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, choices in
            entity.pathLength = choices.below(3)
        },
    ]
}
