import Crypto
import Forge
import X509

// Revocation: status of certificates, CRLs, OCSP responses.

extension Forms {
    /// The keys of an entity for the status of its certificate and for where to find it.
    static let statusMembers: [Member<Entity>] = [
        Member(
            "crl",
            "the status of this certificate in the issuer's CRL: good, revoked, or the details of "
                + "the revocation",
            listing,
            sets: \.crl,
            examples: ["revoked", "{ reason: key-compromise, at: -1d }"]
        ),
        Member(
            "ocsp",
            "the status of this certificate in the OCSP response, or the fields of the response",
            .choice(text: responseOfStatus, mapping: response),
            at: \.ocsp,
            examples: ["good", "revoked", "{ status: good, next-update: -1d }"]
        ),
        Member(
            "scts",
            "the SCTs in this certificate: names of logs, mappings, or bytes:HEX; issued before "
                + "any damage to the certificate",
            scts,
            at: \.scts,
            examples: ["[first, second]", "[{ log: first, at: -30d }]"]
        ),
        Member(
            "must-staple",
            "whether the certificate requires the TLS feature status_request",
            .flag,
            at: \.mustStaple
        ),
        Member(
            "issuers-at",
            "where to get the issuer's certificate: URIs, such as those of network.documents",
            .list(of: .text(.any("a URI")), orOne: true, isEmptyAllowed: true),
            at: \.issuerPlaces,
            examples: ["http://127.0.0.1/intermediate.cer"]
        ),
        Member(
            "crl-distribution-points",
            "where to get the CRL for this certificate: names, or distribution points with further "
                + "fields",
            .list(of: .choice(text: nameAlone, mapping: point), orOne: true, isEmptyAllowed: true),
            at: \.crlDistributionPoints,
            examples: ["[\"uri:http://crl.example.test/1\"]", "[{ issuer: crl-authority }]"]
        ),
    ]

    /// The form of a certificate's revocation in a CRL; nil means that the CRL does not list it.
    private static let listing = Form<Revocation?>.choice(
        text: Form<Revocation?>.word(
            .listed,
            name: { $0 == nil ? "good" : $0 == Revocation() ? "revoked" : nil },
            meaning: { word -> Revocation?? in
                word == "revoked" ? .some(Revocation()) : .some(nil)
            }
        ),
        mapping: revocation.map(back: { $0 }, { entry -> Revocation?? in entry })
    )

    /// The form of the revocation of a certificate, as in a CRL entry.
    static let revocation = Form<Revocation>.mapping(
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
                "the status of the certificate, or the responder's error",
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
                "scts",
                "the SCTs in the entry about this certificate",
                scts,
                at: \.scts,
                examples: ["[first, second]"]
            ),
            Member(
                "extensions",
                "extensions to add to the response",
                addedExtensions,
                sets: \.extensions
            ),
            Member("raw", "DER surgery, in order", surgery(on: .statusResponse), sets: \.raw),
        ]
    )

    /// The form of a status alone, which means a response with that status.
    private static let responseOfStatus = Form<StatusResponse>.word(
        .statuses,
        name: { $0 == plain($0.status) ? $0.status.rawValue : nil },
        meaning: { word in StatusResponse.Status(rawValue: word).map(plain) }
    )

    private static func plain(_ status: StatusResponse.Status) -> StatusResponse {
        var response = StatusResponse()
        response.status = status
        return response
    }

    private static let answeringEntities: [Member<StatusResponse>] = [
        Member(
            "of",
            "the entities that the response covers, each with its own status; unless stated, "
                + "this entity",
            .list(of: .text(.name), isOneBare: true, isEmptyAllowed: true),
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
            "the entity that the response names as responder; the signer unless stated",
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
            the entities whose certificates are included; unless stated, the signer's if it is not \
            the issuer
            """,
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            at: \.certificates,
            examples: ["[responder]"]
        ),
    ]
}
