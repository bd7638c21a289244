extension ModelScope {
    /// The scope of the model `android`.
    static let android = ModelScope(
        modelled: [
            "`network_security_config.xml` with its inheritance, the platform's default "
                + "configuration, and the resource for debugging.",
            "The trusted chain continues above its first anchor while further anchors issued the "
                + "certificate below, so that their pins are found.",
            "A leaf with the subject and key of an anchor is trusted without validation.",
            "An anchor is a name and a key: no rule applies to its dates and constraints.",
            "Paths follow the profile `conscrypt`: below the anchor, no certificate is signed with "
                + "SHA-1; keys are RSA or on P-224, P-256, P-384 or P-521, as in BoringSSL; no "
                + "issuer is self-issued or has a critical extended key usage.",
            "Misspelled pin digests may still decode: characters outside the base64 alphabet are "
                + "skipped.",
            "Certificate Transparency follows Conscrypt's policy, if the configuration of the host "
                + "requires it and the client knows logs: a device without a list of logs accepts "
                + "everything.",
            "Pins of a scenario replace those of the entry for the host; its expiration date "
                + "stays.",
        ],
        inferred: [
            "How `aapt` compiles Boolean attributes and text was not verified.",
            "`certificateTransparency` is parsed as in Android 16. For Android 17, only the "
                + "defaults and the inheritance were read (NetworkSecurityConfig.java); its parser "
                + "was not available.",
        ],
        violations: [
            "SHA-1 is rejected as by Conscrypt since 2018; systems before Android 10 accepted it.",
            "The verifier of OkHttp 5 compares names, instead of the system's own fork of an "
                + "older verifier.",
            "A pin set expires at midnight UTC; in the original, at midnight on the device.",
            "A list of SCTs does not count if one of its SCTs does not decode; Conscrypt skips "
                + "only that SCT.",
        ],
        notModelled: [
            "Instant and privileged applications.",
            "Loopback addresses, for which Android 17 requires no Certificate Transparency "
                + "unless an entry names such an address.",
            "A host name that begins with a dot.",
            "Conscrypt's blocklist, and the intermediates that it caches from other connections.",
            "The Wi-Fi Alliance's certificates (`wfa`): no test case has any.",
            "Cleartext traffic and HSTS are read and inherited but decide nothing; domain "
                + "encryption is not read.",
        ]
    )
}
