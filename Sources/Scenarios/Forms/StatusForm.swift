import FileFormat
import Forge
import OpenSSL
import PKIX

// Revocation: statements about a certificate, CRLs, OCSP responses.

extension Forms {
    /// The keys of an entity for statements of others about it, and for where those are found.
    static let statusMembers: [Member<Entity>] = [
        Member(
            "crl",
            "what the issuer's CRL says of this certificate: good, revoked, or how it was revoked",
            listing,
            sets: \.crl,
            examples: ["revoked", "{ reason: key-compromise, at: -1d }"]
        ),
        Member(
            "ocsp",
            "what the OCSP response says of this certificate: a status, or the response's fields",
            .choice(text: responseOfStatus, mapping: response),
            at: \.ocsp,
            examples: ["good", "revoked", "{ status: good, next-update: -1d }"]
        ),
        Member(
            "must-staple",
            "whether the TLS feature status_request is demanded",
            .flag,
            at: \.mustStaple
        ),
        Member(
            "crl-distribution-points",
            "where the CRL is that covers this certificate: names, or points with more to say",
            .list(of: .choice(text: nameAlone, mapping: point), orOne: true, isEmptyAllowed: true),
            at: \.crlDistributionPoints,
            examples: ["[\"uri:http://crl.example.test/1\"]", "[{ issuer: crl-authority }]"]
        ),
    ]

    /// The CRLs of a world, by name; the issuer is the entity of the list's own name unless stated.
    static let lists = Form<[String: RevocationList]>.table(
        "crls",
        key: .name,
        value: list
    ) { pairs in
        Dictionary(
            pairs.map { name, list in
                var list = list
                if list.issuer.isEmpty { list.issuer = name }
                return (name, list)
            }
        ) { $1 }
    }

    /// Nil for a certificate that is not listed.
    private static let listing = Form<Revocation?>.choice(
        text: Form<Revocation?>.word(.listed) { word -> Revocation?? in
            word == "revoked" ? .some(Revocation()) : .some(nil)
        },
        mapping: revocation.map { entry -> Revocation?? in entry }
    )

    private static let revocation = Form<Revocation>.mapping(
        "a revocation",
        definition: "revocation",
        from: Revocation(),
        [
            date(\.date), reason(\.reason),
            Member(
                "extensions",
                "extensions to add to the entry",
                addedExtensions,
                sets: \.extensions
            ),
        ]
    )
}

// MARK: Responses

extension Forms {
    private static let response = Form<StatusResponse>.mapping(
        "a response",
        definition: "response",
        from: StatusResponse(),
        [
            Member(
                "status",
                "of the certificate, or the responder's error",
                .word(.statuses),
                sets: \.status
            ),
            date(\.date), reason(\.reason),
        ] + answeringEntities + [
            thisUpdate(\.thisUpdate), nextUpdate(\.nextUpdate),
            Member(
                "produced-at",
                "this-update unless stated",
                .text(.moment),
                at: \.producedAt,
                examples: ["-1h"]
            ),
            Member(
                "hash",
                "the digest that names the issuer; sha1 unless stated",
                .word(.digests),
                sets: \.hash
            ),
            digest(\.digest),
            Member(
                "extensions",
                "extensions to add to the response",
                addedExtensions,
                sets: \.extensions
            ),
            Member("raw", "DER surgery, in order", surgery(on: .statusResponse), sets: \.raw),
        ]
    )

    /// A status alone is a response that says it.
    private static let responseOfStatus = Form<StatusResponse>.word(.statuses) { word in
        StatusResponse.Status(rawValue: word).map { status in
            var response = StatusResponse()
            response.status = status
            return response
        }
    }

    private static let answeringEntities: [Member<StatusResponse>] = [
        Member(
            "of",
            "the entities that are answered for, each with its own status; this one unless stated",
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            at: \.of,
            examples: ["[other, leaf]"]
        ),
        Member(
            "signer",
            "the entity that signs; the certificate's issuer unless stated",
            .text(.name),
            at: \.signer,
            examples: ["responder"]
        ),
        Member(
            "responder",
            "the entity that the response says it comes from; the signer unless stated",
            .text(.name),
            at: \.responder,
            examples: ["responder"]
        ),
        Member(
            "responder-id",
            "how the responder is named: by name unless stated",
            .word(
                Vocabulary(
                    "responder id",
                    names: StatusResponse.ResponderID.allCases.map(\.rawValue)
                )
            ),
            sets: \.responderID
        ),
        Member(
            "certificates",
            """
            the entities whose certificates come with it; unless stated, the signer's where it is \
            not the issuer
            """,
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            at: \.certificates,
            examples: ["[responder]"]
        ),
    ]
}

// MARK: Lists

extension Forms {
    private static let list = Form<RevocationList>.mapping(
        "a CRL",
        definition: "list",
        from: RevocationList(issuer: ""),
        listedEntities + [
            thisUpdate(\.thisUpdate), nextUpdate(\.nextUpdate),
            // Before the two keys whose absence means another thing in version 1.
            Member(
                "version",
                "the list's version; 2 unless stated",
                Form<Int>.text(.number(1...3))
            ) { list, version in
                list.version = version
                if version == 1 { (list.number, list.authorityKeyID) = (nil, .none) }
            },
        ] + numbering + [
            digest(\.digest),
            Member(
                "authority-key-id",
                "authorityKeyIdentifier: auto, none or hex; none in a list of version 1",
                .text(.keyID),
                sets: \.authorityKeyID,
                examples: ["auto", "none"]
            ),
        ] + changes(extensions: \.extensions, drop: \.drop, critical: \.critical) + [
            Member("raw", "DER surgery, in order", surgery(on: .revocationList), sets: \.raw)
        ]
    )

    private static let listedEntities: [Member<RevocationList>] = [
        Member(
            "issuer",
            "the entity whose list it is; the one of the list's own name unless stated",
            .text(.name),
            sets: \.issuer,
            examples: ["intermediate"]
        ),
        Member(
            "signer",
            "the entity whose key signs; the issuer unless stated",
            .text(.name),
            at: \.signer,
            examples: ["impostor"]
        ),
        Member(
            "revokes",
            """
            the entities that are listed, each with what is said of it where its crl says \
            otherwise; unless stated, those of the issuer's that state crl
            """,
            revoked,
            examples: ["[leaf]", "{ leaf: { reason: remove-from-crl } }"]
        ) { ($0.revokes, $0.entries) = ($1.names, $1.entries) },
    ]

    /// Listed entities, and the entries that are stated for them.
    private struct Revoked: Sendable {
        var names: [String]
        var entries: [String: Revocation] = [:]
    }

    private static let revoked = Form<Revoked>.choice(
        text: Form<String>.text(.name).map { Revoked(names: [$0]) },
        list: Form<[String]>.list(of: .text(.name), isEmptyAllowed: true)
            .map { Revoked(names: $0) },
        mapping: .table("revokes", key: .name, value: revocation) { pairs in
            Revoked(
                names: pairs.map(\.key),
                entries: Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
            )
        }
    )

    private static let numbering: [Member<RevocationList>] = [
        Member(
            "number",
            "cRLNumber; 1 unless stated, and none in a list of version 1",
            .text(Syntax<[UInt8]>.serial.orNone),
            sets: \.number,
            examples: ["7", "none"]
        ),
        Member(
            "delta-of",
            "the number of the list that this one adds to",
            .text(.serial),
            at: \.deltaOf
        ),
        Member(
            "scope",
            "what issuingDistributionPoint confines the list to",
            scope,
            at: \.scope,
            examples: ["{ only: user }"]
        ),
    ]

    private static let scope = Form<RevocationList.Scope>.mapping(
        "a scope",
        definition: "scope",
        from: RevocationList.Scope(),
        [
            Member(
                "names",
                "the distribution point's names",
                names,
                sets: \.names,
                examples: ["[\"uri:http://a.test/\"]"]
            ),
            Member(
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
                ),
                sets: \.only
            ),
            Member("reasons", "onlySomeReasons", reasons, sets: \.reasons),
            Member(
                "indirect",
                "whether other issuers' certificates are listed",
                .flag,
                sets: \.isIndirect
            ),
        ]
    )
}

// MARK: Points and parts

extension Forms {
    private static let point = Form<DeclaredPoint>.mapping(
        "a distribution point",
        from: DeclaredPoint(),
        [
            Member(
                "names",
                "the names of the CRL's place",
                names,
                sets: \.names,
                examples: ["[\"uri:http://a.test/\"]"]
            ),
            Member("reasons", "those that the CRL covers", reasons, sets: \.reasons),
            Member(
                "issuer",
                "the entity that issues the CRL",
                .text(.name),
                at: \.issuer,
                examples: ["crl-authority"]
            ),
        ]
    )

    /// A name alone is a point with that name.
    private static let nameAlone = Form<DeclaredName>.text(.subjectAlternativeName)
        .map { name -> DeclaredPoint? in
            var point = DeclaredPoint()
            point.names = [name]
            return point
        }

    private static let names = Form<[DeclaredName]>.list(
        of: .text(.subjectAlternativeName),
        orOne: true
    )

    private static let reasons = Form<[RevocationReason]>.list(
        of: .word(.reasonFlags) { RevocationReason(word: $0) },
        orOne: true
    )

    private static func date<Root>(
        _ property: Property<Root, Moment>
    ) -> Member<Root> {
        Member(
            "at",
            "when it was revoked; -18h unless stated",
            .text(.moment),
            sets: property,
            examples: ["-1d"]
        )
    }

    private static func reason<Root>(
        _ property: Property<Root, Int?>
    ) -> Member<Root> {
        Member(
            "reason",
            "why it was revoked: a word of RFC 5280 §5.3.1, or a number; not said unless stated",
            .text(.revocationReason),
            at: property,
            examples: ["key-compromise", "7"]
        )
    }

    private static func thisUpdate<Root>(
        _ property: Property<Root, Moment>
    ) -> Member<Root> {
        Member(
            "this-update",
            "when it was true; -12h unless stated",
            .text(.moment),
            sets: property,
            examples: ["-1d"]
        )
    }

    private static func nextUpdate<Root>(
        _ property: Property<Root, Moment?>
    ) -> Member<Root> {
        Member(
            "next-update",
            "until when it holds, or none; +7d of a CRL and +84h of a response unless stated",
            .text(Syntax<Moment>.moment.orNone),
            sets: property,
            examples: ["+7d", "none"]
        )
    }

    private static func digest<Root>(
        _ property: Property<Root, Digest?>
    ) -> Member<Root> {
        Member("digest", "of the signature; sha256 unless stated", .word(.digests), at: property)
    }
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
    /// The meaning of the word, for `explain` (RFC 6960 §2.2, §2.3).
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
