extension ModelScope {
    /// The scope of `reference`.
    static let reference = ModelScope(
        modelled: [
            "The path is validated by RFC 5280 §6 under the rules of the profile, names by RFC "
                + "9525.",
            "Revocation is judged by stapled OCSP responses (RFC 6960) and by the CRLs that the "
                + "client has.",
            "Certificate timestamps are judged by the published policies of Chromium and Apple, against "
                + "the logs that the scenario declares; that a log keeps its promise is not asked.",
            "Pins are looked for in the verified path and nowhere else (RFC 7469 §2.6, "
                + "CVE-2016-2402); an empty set of pins accepts nothing.",
        ],
        notModelled: [
            "Nothing is fetched: no issuers, CRLs, OCSP responses or transparency logs."
        ]
    )
}
