import FileFormat
import Forge

extension Shape {
    /// The fields of an entity.
    static let entity = Shape.mapping(
        MappingShape(
            "an entity",
            definition: "entity",
            identityFields + extensionFields + changedExtensions + signatureFields
                + statusFields + damageFields
        )
    )

    private static let identityFields = [
        Field(
            "issuer",
            "the entity that signs this certificate, or self",
            .text(.name),
            examples: ["intermediate", "self"]
        ),
        Field("key", "the key's algorithm and size; p256 unless stated", .word(.keys)),
        Field("key-of", "the entity whose key this one shares", .text(.name), examples: ["leaf"]),
        Field(
            "copy",
            "the entity whose fields, save key and issuer, this one repeats",
            .text(.name),
            examples: ["leaf"]
        ),
        Field(
            "valid",
            "FROM..TO, relative to now or as instants",
            .text(.validity),
            examples: ["-1d..+90d", "-90d..-1d", "2026-01-01..2026-12-31"]
        ),
        Field(
            "subject",
            "the subject, as RFC 4514 text",
            .text(.distinguishedName),
            examples: ["CN=www.example.test"]
        ),
        Field(
            "issuer-name",
            "the issuer name, where it is not to be the issuer's subject",
            .text(.distinguishedName),
            examples: ["CN=Somebody Else"]
        ),
    ]

    private static let extensionFields = [
        Field(
            "san",
            """
            subject alternative names: a DNS name, or ip: email: uri: dn: other:OID=HEX \
            dns-bytes:HEX ip-bytes:HEX
            """,
            .list(of: .text(.subjectAlternativeName), orOne: true, isEmptyAllowed: true),
            examples: ["www.example.test", "[\"*.example.test\", \"ip:192.0.2.1\"]"]
        ),
        Field("ca", "what basicConstraints says", .word(.flags)),
        Field(
            "path-length",
            "pathLenConstraint of basicConstraints",
            .text(.number(0...Int.max)),
            examples: ["0"]
        ),
        Field(
            "key-usage",
            "the bits of keyUsage",
            .list(of: .word(.keyUsages), orOne: true, isEmptyAllowed: true),
            examples: ["[digital-signature]"]
        ),
        Field(
            "extended-key-usage",
            "the purposes of extKeyUsage, by name or as object identifiers",
            .list(
                of: .text(IdentifierWords.extendedKeyUsages.syntax),
                orOne: true,
                isEmptyAllowed: true
            ),
            examples: ["[server-auth]"]
        ),
        Field("name-constraints", "subtrees that names below must or must not be in", .constraints),
        Field(
            "policies",
            "the policies of certificatePolicies: any, or object identifiers",
            .list(of: .text(IdentifierWords.policies.syntax), orOne: true, isEmptyAllowed: true),
            examples: ["[2.999.1]", "any"]
        ),
        Field(
            "policy-mappings",
            "policies of the issuer's domain, each with those of the subject's that stand for it",
            .table(
                noun: "policy-mappings",
                key: IdentifierWords.policies.syntax,
                value: .list(of: .text(IdentifierWords.policies.syntax), orOne: true)
            ),
            examples: ["{ 2.999.1: 2.999.2 }"]
        ),
        Field(
            "policy-constraints",
            "after how many certificates a policy is required, or mapping ends",
            policyConstraints
        ),
        Field(
            "inhibit-any-policy",
            "after how many certificates anyPolicy means nothing any more",
            .text(.number(0...Int.max)),
            examples: ["0"]
        ),
        Field(
            "subject-key-id",
            "subjectKeyIdentifier: auto, none or hex",
            .text(.keyID),
            examples: ["auto", "none"]
        ),
        Field(
            "authority-key-id",
            "authorityKeyIdentifier: auto, none or hex",
            .text(.keyID),
            examples: ["auto", "none"]
        ),
    ]

    /// What is done to the extensions that follow from other fields.
    static let changedExtensions = [
        Field(
            "extensions",
            "extensions to add",
            .list(of: .addedExtension),
            examples: ["[{ oid: 1.2.3.4, critical: true, value: 0500 }]"]
        ),
        Field(
            "drop",
            "extensions to leave out",
            .list(of: .text(IdentifierWords.extensions.syntax), orOne: true),
            examples: ["[basic-constraints]"]
        ),
        Field(
            "critical",
            "extensions to mark or unmark as critical",
            .table(
                noun: "critical",
                key: IdentifierWords.extensions.syntax,
                value: .word(.flags)
            ),
            examples: ["{ basic-constraints: false }"]
        ),
    ]

    private static let signatureFields = [
        Field(
            "digest",
            "the digest of the signature on this certificate; sha256 unless stated",
            .word(.digests)
        ),
        Field(
            "padding",
            "how an RSA issuer signs this certificate",
            .word(Vocabulary("padding", names: ["pkcs1", "pss"]))
        ),
        Field(
            "serial",
            "the serial number, as a number or its octets in hex",
            .text(.serial),
            examples: ["1", "0x00ff"]
        ),
        Field(
            "x509-version",
            "the certificate's version",
            .text(.number(1...3)),
            examples: ["1", "3"]
        ),
    ]

    private static let damageFields = [
        Field(
            "mutate",
            "words of the mutation catalogue, applied in order",
            .list(of: .word(.mutations), orOne: true)
        ),
        Field("raw", "DER surgery, in order", .list(of: .surgery(on: .certificate))),
    ]

    private static let constraints = Shape.mapping(
        MappingShape(
            "name constraints",
            [
                Field(
                    "permitted",
                    "subtrees that names must be in",
                    .list(of: .text(.subtree), orOne: true, isEmptyAllowed: true),
                    examples: ["[\".example.test\", \"ip:192.0.2.0/24\"]"]
                ),
                Field(
                    "excluded",
                    "subtrees that names must not be in",
                    .list(of: .text(.subtree), orOne: true, isEmptyAllowed: true),
                    examples: ["[.example.test]"]
                ),
            ]
        )
    )

    private static let policyConstraints = Shape.mapping(
        MappingShape(
            "policy constraints",
            [
                Field(
                    "require-explicit-policy",
                    "how many certificates may follow before a valid policy is required",
                    .text(.number(0...Int.max)),
                    examples: ["0"]
                ),
                Field(
                    "inhibit-policy-mapping",
                    "how many certificates may follow before mappings are void",
                    .text(.number(0...Int.max)),
                    examples: ["0"]
                ),
            ]
        )
    )

    static let addedExtension = Shape.mapping(
        MappingShape(
            "an added extension",
            [
                Field(
                    "oid",
                    "its type",
                    .text(IdentifierWords.extensions.syntax),
                    isRequired: true,
                    examples: ["1.2.3.4"]
                ),
                Field("critical", "whether it is critical; false unless stated", .word(.flags)),
                Field(
                    "value",
                    "the content of extnValue",
                    .text(.hex),
                    isRequired: true,
                    examples: ["0500"]
                ),
            ]
        )
    )
}
