import Forge
import X509

/// The forms of scenario files: every key with the property that it sets.
enum Forms {}

extension Forms {
    /// The form of an entity, whose role follows from the other entities of the setup.
    static let entity = Form<Entity>.mapping(
        "an entity",
        definition: "entity",
        from: Entity(role: .endEntity, issuer: .itself),
        identity + extensions
            + changes(extensions: \.extensions, drop: \.drop, critical: \.critical)
            + signature + statusMembers + damage
    )

    private static let identity: [Member<Entity>] = [
        Member(
            "issuer",
            "the entity that signs this certificate, or self",
            Form<Entity.Issuer>.issuer,
            sets: \.issuer,
            examples: ["intermediate", "self"]
        ),
        Member(
            "key",
            "the key's algorithm and size; p256 unless stated",
            .word(.keys),
            at: \.key
        ),
        Member(
            "key-of",
            "the entity whose key this one shares",
            .text(.name),
            at: \.keyOf,
            examples: ["leaf"]
        ),
        Member(
            "copy",
            "the entity whose fields this one copies, except key and issuer",
            .text(.name),
            at: \.copy,
            examples: ["leaf"]
        ),
        Member(
            "valid",
            "FROM..TO, relative to now or as instants",
            Form<StatedValidity>.text(.validity),
            examples: ["-1d..+90d", "-90d..-1d", "2026-01-01..2026-12-31"],
            get: { entity throws(Unwritable) in
                switch (entity.notBefore, entity.notAfter) {
                case (let notBefore?, let notAfter?):
                    StatedValidity(notBefore: notBefore, notAfter: notAfter)
                case (nil, nil): nil
                default: throw Unwritable("state both ends of the validity, or none")
                }
            },
            set: { ($0.notBefore, $0.notAfter) = ($1.notBefore, $1.notAfter) }
        ),
        Member(
            "subject",
            "the subject, as RFC 4514 text",
            .text(.distinguishedName),
            at: \.subject,
            examples: ["CN=www.example.test"]
        ),
        Member(
            "issuer-name",
            "the issuer name, if it differs from the issuer's subject",
            .text(.distinguishedName),
            at: \.issuerName,
            examples: ["CN=Another Issuer"]
        ),
    ]

    private static let extensions: [Member<Entity>] =
        usage + [
            Member(
                "name-constraints",
                "subtrees in which names further down the path must be, or must not be",
                constraints,
                at: \.nameConstraints
            )
        ] + policies + keyIdentifiers

    private static let usage: [Member<Entity>] = [
        Member(
            "san",
            """
            subject alternative names: a DNS name, or ip: email: uri: dn: srv: xmpp-addr: other:OID=HEX \
            dns-bytes:HEX ip-bytes:HEX
            """,
            .list(of: .text(.subjectAlternativeName), isOneBare: true, isEmptyAllowed: true),
            at: \.subjectAlternativeNames,
            examples: ["www.example.test", "[\"*.example.test\", \"ip:192.0.2.1\"]"]
        ),
        Member("ca", "cA of basicConstraints", .flag, at: \.isCA),
        Member(
            "path-length",
            "pathLenConstraint of basicConstraints",
            .text(.number(0...Int.max)),
            at: \.pathLength,
            examples: ["0"]
        ),
        Member(
            "key-usage",
            "the bits of keyUsage",
            .list(of: .word(.keyUsages), orOne: true, isEmptyAllowed: true),
            at: \.keyUsage,
            examples: ["[digital-signature]"]
        ),
        Member(
            "extended-key-usage",
            "the purposes of extKeyUsage, by name or as object identifiers",
            .list(
                of: .text(IdentifierWords.extendedKeyUsages.syntax),
                orOne: true,
                isEmptyAllowed: true
            ),
            at: \.extendedKeyUsage,
            examples: ["[server-auth]"]
        ),
    ]

    private static let policies: [Member<Entity>] = [
        Member(
            "policies",
            "the policies of certificatePolicies: any, or object identifiers",
            .list(
                of: .text(IdentifierWords.policies.syntax),
                isOneBare: true,
                isEmptyAllowed: true
            ),
            at: \.policies,
            examples: ["[2.999.1]", "any"]
        ),
        Member(
            "policy-mappings",
            "policies of the issuer's domain, each with the equivalent policies of the subject's "
                + "domain",
            policyMappings,
            at: \.policyMappings,
            examples: ["{ 2.999.1: 2.999.2 }"]
        ),
        Member(
            "policy-constraints",
            "the number of certificates after which a policy is required, or mapping ends",
            policyConstraints,
            at: \.policyConstraints
        ),
        Member(
            "inhibit-any-policy",
            "the number of certificates after which anyPolicy is ignored",
            .text(.number(0...Int.max)),
            at: \.inhibitAnyPolicy,
            examples: ["0"]
        ),
    ]

    private static let keyIdentifiers: [Member<Entity>] = [
        Member(
            "subject-key-id",
            "subjectKeyIdentifier: auto, none or hex",
            .text(.keyID),
            at: \.subjectKeyID,
            examples: ["auto", "none"]
        ),
        Member(
            "authority-key-id",
            "authorityKeyIdentifier: auto, none or hex",
            .text(.keyID),
            at: \.authorityKeyID,
            examples: ["auto", "none"]
        ),
    ]

    private static let signature: [Member<Entity>] = [
        Member(
            "digest",
            "the digest of the signature on this certificate; sha256 unless stated",
            .word(.digests),
            at: \.digest
        ),
        Member(
            "padding",
            "how an RSA issuer signs this certificate",
            .word(Vocabulary("padding", names: Entity.Padding.allCases.map(\.rawValue))),
            at: \.padding
        ),
        Member(
            "serial",
            "the serial number, as a number or its bytes in hex",
            .text(.serial),
            at: \.serial,
            examples: ["1", "0x00ff"]
        ),
        Member(
            "x509-version",
            "the certificate's version",
            .text(.number(1...3)),
            at: \.version,
            examples: ["1", "3"]
        ),
    ]

    private static let damage: [Member<Entity>] = [
        Member(
            "mutate",
            "names of mutations, applied in order",
            .list(of: .word(.mutations), orOne: true),
            sets: \.mutate
        ),
        Member("raw", "DER surgery, in order", surgery(on: .certificate), sets: \.raw),
        Member(
            "own-generator",
            "whether the key's point is the generator of an explicit curve in its parameters, so "
                + "that the private key is 1",
            .flag,
            sets: \.hasOwnGenerator
        ),
        Member(
            "flip",
            "the byte of the finished certificate whose lowest bit is flipped, counted from 0 and "
                + "modulo the length",
            .text(.number(0...65_535)),
            at: \.flippedByte,
            examples: ["17"]
        ),
    ]
}

extension Form where Content == Entity.Issuer {
    /// The form of an issuer: `self`, or the name of an entity, which may be the issued entity.
    fileprivate static var issuer: Form {
        Form<String>.text(.name).map(
            back: { issuer in
                switch issuer {
                case .itself: "self"
                case .entity(let name): name
                }
            },
            { $0 == "self" ? .itself : .entity($0) }
        )
    }
}

// MARK: Parts of entities

extension Forms {
    private static let constraints = Form<Entity.NameConstraints>.mapping(
        "name constraints",
        from: Entity.NameConstraints(permitted: [], excluded: []),
        [
            Member(
                "permitted",
                "subtrees in which names must be",
                .list(of: .text(.subtree), orOne: true, isEmptyAllowed: true),
                sets: \.permitted,
                examples: ["[\".example.test\", \"ip:192.0.2.0/24\"]"]
            ),
            Member(
                "excluded",
                "subtrees in which names must not be",
                .list(of: .text(.subtree), orOne: true, isEmptyAllowed: true),
                sets: \.excluded,
                examples: ["[.example.test]"]
            ),
        ]
    )

    private static let policyMappings = Form<[Entity.PolicyMapping]>.table(
        "policy-mappings",
        key: IdentifierWords.policies.syntax,
        value: Form<[ObjectIdentifier]>.list(
            of: .text(IdentifierWords.policies.syntax),
            isOneBare: true
        ),
        pairs: { mappings throws(Unwritable) in try domains(of: mappings) }
    ) { pairs in
        pairs.flatMap { issuers, subjects in
            subjects.map { Entity.PolicyMapping(issuers, $0) }
        }
    }

    /// Returns each policy of the issuer with the subject's policies that it maps to.
    private static func domains(
        of mappings: [Entity.PolicyMapping]
    ) throws(Unwritable) -> [(key: ObjectIdentifier, value: [ObjectIdentifier])] {
        var domains: [(key: ObjectIdentifier, value: [ObjectIdentifier])] = []
        for mapping in mappings {
            if domains.last?.key == mapping.issuerDomainPolicy {
                domains[domains.count - 1].value.append(mapping.subjectDomainPolicy)
            } else {
                domains.append((mapping.issuerDomainPolicy, [mapping.subjectDomainPolicy]))
            }
        }
        guard Set(domains.map(\.key)).count == domains.count else {
            throw Unwritable("state the mappings of one policy next to each other")
        }
        return domains
    }

    private static let policyConstraints = Form<Entity.PolicyConstraints>.mapping(
        "policy constraints",
        from: Entity.PolicyConstraints(),
        [
            Member(
                "require-explicit-policy",
                "the number of certificates that may follow before a valid policy is required",
                .text(.number(0...Int.max)),
                at: \.requireExplicitPolicy,
                examples: ["0"]
            ),
            Member(
                "inhibit-policy-mapping",
                "the number of certificates that may follow before mappings are ignored",
                .text(.number(0...Int.max)),
                at: \.inhibitPolicyMapping,
                examples: ["0"]
            ),
        ]
    )
}
