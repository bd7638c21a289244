import FileFormat
import Forge
import PKIX

// What is said of revocation: of a certificate, by a CRL, by an OCSP response.

extension Shape {
    /// The fields of an entity that say what others say of it, and where.
    static let statusFields = [
        Field(
            "crl",
            "what the issuer's CRL says of this certificate: good, revoked, or how it was revoked",
            .choice(text: .word(.listed), list: nil, mapping: revocation),
            examples: ["revoked", "{ reason: key-compromise, at: -1d }"]
        ),
        Field(
            "ocsp",
            "what the OCSP response says of this certificate: a status, or the response's fields",
            .choice(
                text: .word(.statuses),
                list: nil,
                mapping: .mapping(
                    MappingShape("a response", definition: "response", responseFields)
                )
            ),
            examples: ["good", "revoked", "{ status: good, next-update: -1d }"]
        ),
        Field("must-staple", "whether the TLS feature status_request is demanded", .word(.flags)),
        Field(
            "crl-distribution-points",
            "where the CRL is that covers this certificate: names, or points with more to say",
            .list(
                of: .choice(
                    text: .text(.subjectAlternativeName),
                    list: nil,
                    mapping: .mapping(MappingShape("a distribution point", pointFields))
                ),
                orOne: true,
                isEmptyAllowed: true
            ),
            examples: ["[\"uri:http://crl.example.test/1\"]", "[{ issuer: crl-authority }]"]
        ),
    ]

    /// The CRLs of a world, by name.
    static let lists = Shape.table(
        noun: "crls",
        key: .name,
        value: .mapping(
            MappingShape("a CRL", definition: "list", listFields + changedExtensions + listDamage)
        )
    )

    private static let revocation = Shape.mapping(
        MappingShape("a revocation", definition: "revocation", entryFields)
    )

    private static let entryFields = [
        date,
        reason,
        Field("extensions", "extensions to add to the entry", .list(of: .addedExtension)),
    ]

    private static let responseFields = [
        Field("status", "of the certificate, or the responder's error", .word(.statuses)),
        date,
        reason,
        Field(
            "of",
            "the entities that are answered for, each with its own status; this one unless stated",
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            examples: ["[other, leaf]"]
        ),
        Field(
            "signer",
            "the entity that signs; the certificate's issuer unless stated",
            .text(.name),
            examples: ["responder"]
        ),
        Field(
            "responder",
            "the entity that the response says it comes from; the signer unless stated",
            .text(.name),
            examples: ["responder"]
        ),
        Field(
            "responder-id",
            "how the responder is named: by name unless stated",
            .word(
                Vocabulary(
                    "responder id",
                    names: StatusResponse.ResponderID.allCases.map(\.rawValue)
                )
            )
        ),
        Field(
            "certificates",
            """
            the entities whose certificates come with it; unless stated, the signer's where it is \
            not the issuer
            """,
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            examples: ["[responder]"]
        ),
        thisUpdate,
        nextUpdate,
        Field("produced-at", "this-update unless stated", .text(.moment), examples: ["-1h"]),
        Field(
            "hash",
            "the digest that names the issuer; sha1 unless stated",
            .word(.digests)
        ),
        digest,
        Field("extensions", "extensions to add to the response", .list(of: .addedExtension)),
        Field("raw", "DER surgery, in order", .list(of: .surgery(on: .statusResponse))),
    ]

    private static let listFields = [
        Field(
            "issuer",
            "the entity whose list it is; the one of the list's own name unless stated",
            .text(.name),
            examples: ["intermediate"]
        ),
        Field(
            "signer",
            "the entity whose key signs; the issuer unless stated",
            .text(.name),
            examples: ["impostor"]
        ),
        Field(
            "revokes",
            """
            the entities that are listed, each with what is said of it where its crl says \
            otherwise; unless stated, those of the issuer's that state crl
            """,
            .choice(
                text: .text(.name),
                list: .list(of: .text(.name), isEmptyAllowed: true),
                mapping: .table(noun: "revokes", key: .name, value: revocation)
            ),
            examples: ["[leaf]", "{ leaf: { reason: remove-from-crl } }"]
        ),
        thisUpdate,
        nextUpdate,
        Field("version", "the list's version; 2 unless stated", .text(.number(1...3))),
        Field(
            "number",
            "cRLNumber; 1 unless stated, and none in a list of version 1",
            .text(.listNumber),
            examples: ["7", "none"]
        ),
        Field("delta-of", "the number of the list that this one adds to", .text(.serial)),
        Field(
            "scope",
            "what issuingDistributionPoint confines the list to",
            .mapping(MappingShape("a scope", definition: "scope", scopeFields)),
            examples: ["{ only: user }"]
        ),
        digest,
        Field(
            "authority-key-id",
            "authorityKeyIdentifier: auto, none or hex; none in a list of version 1",
            .text(.keyID),
            examples: ["auto", "none"]
        ),
    ]

    private static let listDamage = [
        Field("raw", "DER surgery, in order", .list(of: .surgery(on: .revocationList)))
    ]

    private static let scopeFields = [
        Field(
            "names",
            "the distribution point's names",
            names,
            examples: ["[\"uri:http://a.test/\"]"]
        ),
        Field(
            "only",
            "the kinds of certificates that the list is about",
            .list(
                of: .word(
                    Vocabulary(
                        "kind of certificates",
                        names: RevocationList.Scope.Kind.allCases.map(\.rawValue)
                    )
                ),
                orOne: true
            )
        ),
        Field("reasons", "onlySomeReasons", .list(of: .word(.reasonFlags), orOne: true)),
        Field("indirect", "whether other issuers' certificates are listed", .word(.flags)),
    ]

    private static let pointFields = [
        Field(
            "names",
            "the names of the CRL's place",
            names,
            examples: ["[\"uri:http://a.test/\"]"]
        ),
        Field("reasons", "those that the CRL covers", .list(of: .word(.reasonFlags), orOne: true)),
        Field(
            "issuer",
            "the entity that issues the CRL",
            .text(.name),
            examples: ["crl-authority"]
        ),
    ]

    private static let names = Shape.list(of: .text(.subjectAlternativeName), orOne: true)

    private static let date = Field(
        "at",
        "when it was revoked; -18h unless stated",
        .text(.moment),
        examples: ["-1d"]
    )
    private static let reason = Field(
        "reason",
        "why it was revoked: a word of RFC 5280 §5.3.1, or a number; not said unless stated",
        .text(.revocationReason),
        examples: ["key-compromise", "7"]
    )
    private static let thisUpdate = Field(
        "this-update",
        "when it was true; -12h unless stated",
        .text(.moment),
        examples: ["-1d"]
    )
    private static let nextUpdate = Field(
        "next-update",
        "until when it holds, or none; +7d of a CRL and +84h of a response unless stated",
        .text(.momentOrNone),
        examples: ["+7d", "none"]
    )
    private static let digest = Field(
        "digest",
        "of the signature; sha256 unless stated",
        .word(.digests)
    )
}

extension Vocabulary {
    static let listed = Vocabulary(
        "status",
        [
            Word(name: "good", about: "It is not listed."),
            Word(name: "revoked", about: "It is listed, without a reason."),
        ]
    )

    static let statuses = Vocabulary(
        "status",
        definition: "status",
        StatusResponse.Status.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )

    static let reasonFlags = Vocabulary(
        "revocation reason",
        names: RevocationReason.allCases.filter { $0.flag != nil }.map(\.word)
    )
}

extension StatusResponse.Status {
    /// What the word says, for `explain` (RFC 6960 §2.2, §2.3).
    fileprivate var about: String {
        switch self {
        case .good: "It is not revoked."
        case .revoked: "It is revoked, for good or for a time."
        case .unknown: "The responder does not know it."
        case .malformedRequest: "Nothing: the request was no request."
        case .internalError: "Nothing: the responder is out of order."
        case .tryLater: "Nothing: the responder cannot answer now."
        case .sigRequired: "Nothing: the request should have been signed."
        case .unauthorized: "Nothing: the responder may not answer, or has no answer."
        }
    }
}
