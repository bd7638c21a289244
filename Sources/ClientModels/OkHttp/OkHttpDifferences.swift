import Basics

// Where OkHttp 3.13.1 on OpenJDK 17 decides otherwise than the model of 3.14.9, each seen.
extension [KnownModelDifference] {
    /// `FidelityTests` counts the setups of the suite that each explains.
    package static let ofOkHttp: [KnownModelDifference] = [
        KnownDifference(
            "suites and handshakes that JSSE and OkHttp do without",
            .stricter,
            right: .both,
            "OkHttp offers the suites of its ConnectionSpec, and JSSE refuses some servers that keep to the "
                + "rules, and messages above 32 KiB (jdk.tls.maxHandshakeMessageSize). The model's own client "
                + "is libssl's."
        ) {
            $0.isIn(
                "handshake",
                "tls",
                "info-plist/ats-cipher-suites",
                "malformed/size",
                "policies/policy-bomb"
            )
        },
        KnownDifference(
            "faults of handshakes that JSSE lets pass",
            .laxer,
            "JSSE goes on after some faults of a server's handshake at which libssl, the model's own client, "
                + "ends it."
        ) {
            $0.isIn("handshake")
                && $0.isRefusedByModel(for: "broken-handshake", "handshake-signature")
        },
        KnownDifference(
            "SHA-1 below other roots than the JDK's",
            .laxer,
            right: .both,
            "OpenJDK refuses signatures over SHA-1 below the roots that came with it alone "
                + "(jdk.certpath.disabledAlgorithms, jdkCA), which the model takes the anchors of the system "
                + "for; the program's anchors are in a store of its own."
        ) { $0.isRefusedByModel(for: "weak-signature") },
        KnownDifference(
            "staples that do not decode",
            .stricter,
            right: .both,
            "JSSE decodes a stapled OCSP response during the handshake, and ends it where that fails "
                + "(ssl/CertStatusExtension.java). The model does not look at staples."
        ) { $0.isIn("revocation") },
        KnownDifference(
            "signatures in another form",
            .laxer,
            "OpenJDK's providers verify ECDSA numbers without the zero that keeps them positive, PKCS #1 "
                + "without NULL and by a key for PSS, Ed25519 signatures with a byte after, and compare the "
                + "two algorithms of a certificate without their parameters. The model asks OpenSSL."
        ) { $0.isRefusedByModel(for: "bad-signature", "signature-algorithm-mismatch") },
        KnownDifference(
            "constraints without a subtree",
            .laxer,
            "OpenJDK takes name constraints that list nothing (x509/NameConstraintsExtension.java), which say "
                + "nothing; RFC 5280 §4.2.1.10 has no such list."
        ) { $0.isIn("constraints") && $0.isRefusedByModel(for: "bad-extension") },
        KnownDifference(
            "names in another spelling",
            .stricter,
            "OpenJDK compares values of names that are neither PrintableString nor UTF8String byte by byte "
                + "(x509/AVA.java toRFC2253CanonicalString), such as domain components; RFC 5280 §7.3 ignores "
                + "their case."
        ) { $0.isIn("chain/one-name-two-spellings") },
        KnownDifference(
            "letters beyond ASCII",
            .stricter,
            right: .theirs,
            "OpenJDK reads bytes beyond ASCII in a name as no letters, where Android's reader makes UTF-8 of "
                + "them (CVE-2021-0341); the model has Android's."
        ) { $0.isIn("names/letter-case", "okhttp/names") },
        KnownDifference(
            "a certificate that was judged before",
            .laxer,
            "A certificate of `curl/backend-names` is one of other scenarios, too, and is decided otherwise "
                + "after these."
        ) { $0.isIn("curl/backend-names") && $0.isRefusedByModel(for: "name-mismatch") },
        KnownDifference(
            "OpenJDK's decoder takes more",
            .laxer,
            "OpenJDK decodes some certificates that the model's decoder refuses (X.690 §10, RFC 5280 §4)."
        ) { $0.isRefusedByModel(for: "malformed", "bad-extension", "duplicate-extension") },
        .connectionsCut,
    ]
}
