extension ModelScope {
    /// The scope of `android`.
    static let android = ModelScope(
        modelled: [
            "`network_security_config.xml` with its inheritance, the platform's default "
                + "configuration, and the resource for debugging.",
            "The trusted chain goes on above its first anchor while further anchors issued the "
                + "certificate below, so that pins of those are found.",
            "A leaf with the subject and key of an anchor is trusted without validation.",
            "An anchor is a name and a key: no rule applies to its dates and constraints.",
            "Paths are judged by the profile `conscrypt`: below the anchor no certificate is signed over "
                + "SHA-1, and keys are RSA or on P-224, P-256, P-384 or P-521, as BoringSSL has them; no "
                + "issuer is self-issued or has a critical extended key usage.",
            "Digests of pins may be misspelled and still decode: characters outside the base64 "
                + "alphabet are skipped.",
            "Certificate Transparency by Conscrypt's policy, where the configuration of the host requires "
                + "it and the client knows logs: a device without a list of logs lets everything pass.",
            "Pins of a scenario replace those of the entry that governs the host; its expiration "
                + "date stays.",
        ],
        inferred: [
            "How `aapt` compiles Boolean attributes and text was not looked up.",
            "`certificateTransparency` is parsed as in Android 16. Of Android 17 the defaults and the "
                + "inheritance were read (NetworkSecurityConfig.java), and not the parser: no stored copy "
                + "of it is newer.",
        ],
        violations: [
            "SHA-1 is refused as by Conscrypt since 2018; systems before Android 10 accepted it.",
            "Names are compared by the verifier of OkHttp 5, in place of the system's own fork of an "
                + "older one.",
            "A pin set expires at midnight UTC; the original means midnight on the device.",
            "A list of certificate timestamps with one that does not decode counts for nothing; "
                + "Conscrypt skips the one.",
        ],
        notModelled: [
            "Instant and privileged applications.",
            "Loopback addresses, for which Android 17 requires no Certificate Transparency unless an "
                + "entry names one.",
            "A host name that begins with a dot.",
            "Conscrypt's blocklist, and the intermediates that it remembers from other connections.",
            "The Wi-Fi Alliance's certificates (`wfa`): no test case has any.",
            "Clear-text traffic and HSTS are read and inherited, and decide nothing; domain encryption "
                + "is not read.",
        ]
    )
}
