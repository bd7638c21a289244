import Basics

// Known differences between OkHttp 3.13.1 on OpenJDK 17 and the model of 3.14.9, each observed.
extension [KnownModelDifference] {
    /// `FidelityTests` counts the setups of the suite that each difference explains.
    package static let ofOkHttp: [KnownModelDifference] = [
        KnownDifference(
            "suites and handshakes that JSSE or OkHttp rejects",
            .stricter,
            right: .both,
            "OkHttp offers the suites of its ConnectionSpec. JSSE rejects some servers that follow "
                + "the rules, and messages above 32 KiB (jdk.tls.maxHandshakeMessageSize). The "
                + "model's own client is libssl's."
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
            "handshake faults that JSSE accepts",
            .laxer,
            "JSSE continues after some faults of a server's handshake at which libssl, the model's "
                + "own client, stops."
        ) {
            $0.isIn("handshake")
                && $0.isRefusedByModel(for: "broken-handshake", "handshake-signature")
        },
        KnownDifference(
            "SHA-1 below roots that the JDK does not ship",
            .laxer,
            right: .both,
            "OpenJDK rejects SHA-1 signatures only below the roots that it ships "
                + "(jdk.certpath.disabledAlgorithms, jdkCA). The model treats the anchors of the "
                + "system as such roots; the program's anchors are in a store of its own."
        ) { $0.isRefusedByModel(for: "weak-signature") },
        KnownDifference(
            "staples that do not decode",
            .stricter,
            right: .both,
            "JSSE decodes a stapled OCSP response during the handshake, and stops if that fails "
                + "(ssl/CertStatusExtension.java). The model ignores staples."
        ) { $0.isIn("revocation") },
        KnownDifference(
            "signatures in another form",
            .laxer,
            "OpenJDK's providers accept ECDSA integers without the zero that keeps them positive, "
                + "PKCS #1 without NULL and with a key for PSS, and Ed25519 signatures with a "
                + "trailing byte. They compare the two algorithms of a certificate without "
                + "parameters. The model uses OpenSSL."
        ) { $0.isRefusedByModel(for: "bad-signature", "signature-algorithm-mismatch") },
        KnownDifference(
            "constraints without a subtree",
            .laxer,
            "OpenJDK accepts name constraints without subtrees "
                + "(x509/NameConstraintsExtension.java), which have no effect; RFC 5280 §4.2.1.10 "
                + "forbids them."
        ) { $0.isIn("constraints") && $0.isRefusedByModel(for: "bad-extension") },
        KnownDifference(
            "names in another spelling",
            .stricter,
            "OpenJDK compares name attributes of other types than PrintableString and UTF8String, "
                + "such as domain components, byte by byte (x509/AVA.java "
                + "toRFC2253CanonicalString); RFC 5280 §7.3 ignores their case."
        ) { $0.isIn("chain/one-name-two-spellings") },
        KnownDifference(
            "letters beyond ASCII",
            .stricter,
            right: .theirs,
            "OpenJDK does not decode non-ASCII bytes in a name as letters, while Android's reader "
                + "decodes them as UTF-8 (CVE-2021-0341); the model follows Android."
        ) { $0.isIn("names/letter-case", "okhttp/names") },
        KnownDifference(
            "a certificate seen in earlier scenarios",
            .laxer,
            "A certificate of `curl/backend-names` also occurs in other scenarios, and is decided "
                + "differently after them."
        ) { $0.isIn("curl/backend-names") && $0.isRefusedByModel(for: "name-mismatch") },
        KnownDifference(
            "OpenJDK's decoder accepts more",
            .laxer,
            "OpenJDK decodes some certificates that the model's decoder rejects (X.690 §10, RFC "
                + "5280 §4)."
        ) { $0.isRefusedByModel(for: "malformed", "bad-extension", "duplicate-extension") },
        .connectionsCut,
    ]
}
