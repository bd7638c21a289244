import Basics
import Forge
import X509

// Defects of serial numbers, versions, key identifiers and other extensions (RFC 5280 §4.1.2.1,
// §4.1.2.2, §4.2). Each defect is one literal.

extension Defect {
    static let ofIdentifiers = [
        Defect(
            "odd-serial",
            "Has a serial number that is short, of maximum length, or starts with a zero byte.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let serials: [[UInt8]] = [
                [1], [0x7f] + [UInt8](repeating: 0xff, count: 19), [0x00, 0x80],
            ]
            entity.serial = choices.one(of: serials)
        },
        Defect("version-1", "Has version 1 and no extensions.", at: certificates) { entity, _ in
            entity.version = 1
            // If the entity stated no list of names, the reader of scenario files would add the
            // default name.
            if entity.subjectAlternativeNames != nil { entity.subjectAlternativeNames = [] }
        },
        Defect(
            "no-subject-key-identifier",
            "Lacks a subject key identifier.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in entity.subjectKeyID = Entity.KeyID.none },
        Defect(
            "no-authority-key-identifier",
            "Lacks an authority key identifier.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, _ in entity.authorityKeyID = Entity.KeyID.none },
        Defect(
            "other-subject-key-identifier",
            "Has another subject key identifier, which the certificates it issues repeat.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let count = choices.one(of: [8, 20, 32, 1]) ?? 8
            entity.subjectKeyID = .bytes([UInt8](repeating: 7, count: count))
        },
        Defect(
            "foreign-authority-key-identifier",
            "Has the authority key identifier of another key.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, _ in entity.authorityKeyID = .bytes([UInt8](repeating: 9, count: 20)) },
        marking("critical-subject-key-identifier", .subjectKeyIdentifier, at: certificates),
        marking(
            "critical-authority-key-identifier",
            .authorityKeyIdentifier,
            at: [.leaf, .intermediate]
        ),
        marking("critical-purposes", .extendedKeyUsage, at: [.leaf], isAccepted: true),
        marking("critical-names", .subjectAlternativeName, at: [.leaf], isAccepted: true),
        unmarking("key-usage-not-critical", .keyUsage),
        unmarking("constraints-not-critical", .basicConstraints),
        Defect(
            "critical-policies",
            "Has critical policies.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.policies = [.policy(1)]
            entity.critical[.certificatePolicies] = true
        },
        Defect(
            "name-constraints-not-critical",
            "Has non-critical name constraints.",
            at: [.intermediate],
            accepted: [.intermediate]
        ) { entity, _ in
            entity.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.test")],
                excluded: []
            )
            entity.critical[.nameConstraints] = false
        },
        Defect(
            "critical-extension",
            "Has a critical extension that no client knows.",
            at: certificates
        ) { entity, choices in
            entity.extensions.append(
                Entity.AddedExtension(oid: .policy(20), critical: true, value: value(&choices))
            )
        },
        Defect(
            "unknown-extension-added",
            "Has an extension that no client knows.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            entity.extensions.append(
                Entity.AddedExtension(oid: .policy(20), critical: false, value: value(&choices))
            )
        },
        Defect(
            "extension-out-of-form",
            "Has an extension with an invalid body.",
            at: certificates
        ) { entity, choices in
            let kinds: [X509.ObjectIdentifier] = [
                .certificatePolicies, .nameConstraints, .policyMappings, .inhibitAnyPolicy,
            ]
            entity.extensions.append(
                Entity.AddedExtension(
                    oid: choices.one(of: kinds) ?? .certificatePolicies,
                    critical: choices.chance(50),
                    value: [0x04, 0x00]
                )
            )
        },
        Defect(
            "unread-extension-out-of-form",
            "Has an extension with an invalid body that clients do not use.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let kinds: [X509.ObjectIdentifier] = [
                .crlDistributionPoints, .authorityInformationAccess, .issuerAlternativeName,
                .subjectInformationAccess, .freshestCRL, .signedCertificateTimestamps,
            ]
            entity.extensions.append(
                Entity.AddedExtension(
                    oid: choices.one(of: kinds) ?? .crlDistributionPoints,
                    critical: false,
                    value: [0x02, 0x01, 0x00]
                )
            )
        },
        Defect(
            "pointers",
            "Has the URL of an OCSP responder, and in some variants requires a staple.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, choices in
            entity.extensions.append(
                Entity.AddedExtension(
                    oid: .authorityInformationAccess,
                    critical: false,
                    value: informationAccess
                )
            )
            entity.mustStaple = choices.chance(50)
        },
    ]

    /// The access method id-ad-ocsp at http://o.test.
    private static let informationAccess: [UInt8] =
        [
            0x30, 0x1b, 0x30, 0x19, 0x06, 0x08, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01,
            0x86, 0x0d,
        ]
        + Array("http://o.test".utf8)

    private static func value(_ choices: inout Choices) -> [UInt8] {
        choices.one(of: [[0x05, 0x00], [], [0xff], [UInt8](repeating: 0, count: 2_000)]) ?? []
    }

    /// Returns a defect: an extension that is usually non-critical is critical.
    private static func marking(
        _ name: String,
        _ oid: X509.ObjectIdentifier,
        at places: [Place],
        isAccepted: Bool = false
    ) -> Defect {
        let accepted = isAccepted ? Set(places) : []
        return Defect(name, "Marks the extension as critical.", at: places, accepted: accepted) {
            entity,
            _ in
            entity.critical[oid] = true
        }
    }

    /// Returns a defect without effect for a validator that knows the extension: an extension that
    /// is usually critical is non-critical.
    private static func unmarking(_ name: String, _ oid: X509.ObjectIdentifier) -> Defect {
        Defect(
            name,
            "Marks the extension as non-critical.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.critical[oid] = false
        }
    }
}
