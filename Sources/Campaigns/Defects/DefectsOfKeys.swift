import Basics
import Crypto
import Forge
import ScenarioFormat
import X509

// Defects of keys, digests and paddings. Each defect is one literal.

extension Defect {
    static let ofKeys = [
        Defect(
            "other-key",
            "Has another type of strong key.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let keys: [KeyAlgorithm] = [.p384, .p521, .ed25519, .ed448, .rsa3072, .rsa4096]
            entity.key = choices.one(of: keys)
        },
        Defect(
            "weak-key",
            "Has an RSA key of 1,024 or 1,536 bits.",
            at: certificates
        ) { entity, choices in
            entity.key = choices.one(of: [.rsa1024, .rsa1536])
        },
        Defect(
            "other-digest",
            "Is signed with another strong digest algorithm.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in entity.digest = choices.one(of: [.sha384, .sha512]) },
        Defect(
            "weak-digest",
            "Is signed with SHA-1.",
            at: certificates,
            accepted: [.root]
        ) { entity, _ in
            entity.digest = .sha1
        },
        Defect(
            "odd-digest",
            "Is signed with a rarely supported digest algorithm.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, choices in
            entity.digest = choices.one(of: [.sha224, .sha3_256, .sha3_384, .sha3_512])
        },
        Defect(
            "pss",
            "Is signed with RSASSA-PSS.",
            isAccepted: true
        ) { setup, choices in
            setup.pki.entities["intermediate"]?.key = .rsa2048
            setup.pki.entities["leaf"]?.padding = .pss
            setup.pki.entities["leaf"]?.digest = choices.one(of: [nil, .sha384, .sha512]) ?? nil
        },
        Defect("pss-weak", "Is signed with RSASSA-PSS and SHA-1.") { setup, _ in
            setup.pki.entities["intermediate"]?.key = .rsa2048
            setup.pki.entities["leaf"]?.padding = .pss
            setup.pki.entities["leaf"]?.digest = .sha1
        },
        Defect("shared-key", "Has its issuer's key.", isAccepted: true) { setup, _ in
            setup.pki.entities["leaf"]?.key = nil
            setup.pki.entities["leaf"]?.keyOf = "intermediate"
        },
        Defect("signed-by-another", "Is signed with another key than its issuer's.") { setup, _ in
            var other = Entity(role: .intermediateCA, issuer: .entity("root"))
            other.key = setup.pki.entities["intermediate"]?.key
            other.subject = Name((.organization, "Hatpin"), (.commonName, "intermediate"))
            setup.pki.entities["other"] = other
            setup.pki.entities["leaf"]?.issuer = .entity("other")
        },
    ]
}
