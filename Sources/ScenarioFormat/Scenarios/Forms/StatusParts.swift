import Crypto
import Forge
import X509

// Parts of revocation status.

extension Forms {
    /// The form of a distribution point that has more fields than a name.
    static let point = Form<DeclaredPoint>.mapping(
        "a distribution point",
        from: DeclaredPoint(),
        [
            Member(
                "names",
                "the names of the distribution point",
                names,
                sets: \.names,
                examples: ["[\"uri:http://a.test/\"]"]
            ),
            Member("reasons", "the reasons that the CRL covers", reasons, sets: \.reasons),
            Member(
                "issuer",
                "the entity that issues the CRL",
                .text(.name),
                at: \.issuer,
                examples: ["crl-authority"]
            ),
        ]
    )

    /// The form of a name alone, which means a distribution point with that name.
    static let nameAlone = Form<DeclaredName>.text(.subjectAlternativeName)
        .map(
            back: { point in point.names.first.flatMap { point == named($0) ? $0 : nil } },
            named
        )

    private static func named(_ name: DeclaredName) -> DeclaredPoint {
        var point = DeclaredPoint()
        point.names = [name]
        return point
    }

    /// The form of the names of a distribution point.
    static let names = Form<[DeclaredName]>.list(
        of: .text(.subjectAlternativeName),
        isOneBare: true
    )

    /// The form of the reasons to which a CRL may be limited.
    static let reasons = Form<[RevocationReason]>.list(
        of: .word(.reasonFlags, name: \.word) { RevocationReason(word: $0) },
        orOne: true
    )

    /// Returns the key for the time at which a certificate was revoked.
    static func date<Root>(
        _ property: Property<Root, Moment>
    ) -> Member<Root> {
        Member(
            "at",
            "when the certificate was revoked; -18h unless stated",
            .text(.moment),
            sets: property,
            examples: ["-1d"]
        )
    }

    /// Returns the key for the reason for which a certificate was revoked.
    static func reason<Root>(
        _ property: Property<Root, Int?>
    ) -> Member<Root> {
        Member(
            "reason",
            "why the certificate was revoked: a word of RFC 5280 §5.3.1, or a number; absent "
                + "unless stated",
            .text(.revocationReason),
            at: property,
            examples: ["key-compromise", "7"]
        )
    }

    /// Returns the key for the thisUpdate of a CRL or response.
    static func thisUpdate<Root>(
        _ property: Property<Root, Moment>
    ) -> Member<Root> {
        Member(
            "this-update",
            "thisUpdate; -12h unless stated",
            .text(.moment),
            sets: property,
            examples: ["-1d"]
        )
    }

    /// Returns the key for the nextUpdate of a CRL or response.
    static func nextUpdate<Root>(
        _ property: Property<Root, Moment?>
    ) -> Member<Root> {
        Member(
            "next-update",
            "nextUpdate, or none; +7d in a CRL and +84h in a response unless stated",
            .text(Syntax<Moment>.moment.orNone),
            sets: property,
            examples: ["+7d", "none"]
        )
    }

    /// Returns the key for the digest algorithm of the signature of a CRL or response.
    static func digest<Root>(
        _ property: Property<Root, Digest?>
    ) -> Member<Root> {
        Member(
            "digest",
            "the digest of the signature; sha256 unless stated",
            .word(.digests),
            at: property
        )
    }
}

extension Vocabulary {
    static let listed = Vocabulary(
        "status",
        [
            Word(name: "good", about: "The certificate is not listed."),
            Word(name: "revoked", about: "The certificate is listed, without a reason."),
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
