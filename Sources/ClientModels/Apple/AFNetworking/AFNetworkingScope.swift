extension ModelScope {
    /// The scope of the model `afnetworking`.
    static let afnetworking = ModelScope(
        modelled: [
            "1.2.0 compares only the leaf. Even in mode none, a pinned leaf is accepted without "
                + "any evaluation.",
            "From 2.6.0 on, `allowInvalidCertificates` with a domain to validate and no pins is "
                + "rejected before the chain is evaluated, even for a valid chain. So enabling the "
                + "flag can cause the rejection of a server that was accepted before.",
            "Certificate mode requires the platform's trust and a pin. A certificate that is "
                + "self-signed or from a private CA passes only with `allowInvalidCertificates`; "
                + "host and dates still count.",
            "Public-key mode with `allowInvalidCertificates` compares keys and nothing else: no "
                + "date, host, anchor or basicConstraints.",
            "Pins are the `.cer` files of the main bundle unless the application states others. "
                + "They keep their order, so that if several paths lead to a pin, every run finds "
                + "the same path.",
            "A pinned file that is not a certificate ends the process in certificate mode and is "
                + "skipped in public-key mode. A served certificate whose key cannot be "
                + "extracted ends the process in public-key mode. A process that ended has "
                + "accepted nothing.",
            "Keys are compared by SecKey equality, as on iOS. macOS compares exported PEM, with the "
                + "same result for every key that both can export.",
        ],
        inferred: [
            "Up to 2.1.0 the trust has an SSL policy for the host, so these releases check the "
                + "host whenever they require trust.",
            "Releases 2.0 to 2.2.0 do not evaluate a trust whose result they ignore.",
            "2.2.0 compares the subject summary of the leaf.",
            "Up to 2.2.0 a pin without a usable key ends the process; only 2.1.0 was read for "
                + "this.",
            "Public-key mode with `allowInvalidCertificates` accepts a certificate that an end "
                + "entity of the pinned CA signed, because trustd keeps rejected paths.",
        ],
        violations: [
            "The subject summary that 2.2.0 compares follows Security-61901: common names, or else "
                + "a mailbox or a DNS name, or else the unit, the organization or the rest of the "
                + "subject. Security-55471 prefers any text of the subject, so 2.2.0 then rejects "
                + "a host that is only in subjectAltName, unless the subject is empty."
        ]
    )
}
