extension ModelScope {
    /// The scope of the model `reference`.
    static let reference = ModelScope(
        modelled: [
            "The path is validated by RFC 5280 §6 under the rules of the profile, names by RFC "
                + "9525.",
            "Revocation is checked with stapled OCSP responses (RFC 6960) and the client's CRLs.",
            "SCTs are checked by the policies of Chromium, Apple and Conscrypt, with the logs that "
                + "the scenario declares; whether a log keeps its promise is not checked.",
            "If the scenario declares DNS records (network.dns), TLSA records are applied by RFC "
                + "6698 and RFC 7671, and MTA-STS policies by RFC 8461; every DNS answer is the "
                + "one that the scenario states.",
            "Pins are compared only in the verified path (RFC 7469 §2.6, CVE-2016-2402); an empty "
                + "set of pins accepts nothing.",
        ],
        notModelled: [
            "Nothing is fetched: no issuers, CRLs, OCSP responses or transparency logs."
        ]
    )
}
