import X509

extension PathProfile {
    /// Conscrypt's verification of a TLS server on Android.
    ///
    /// Conscrypt tries every path. BoringSSL decides which keys and signatures are supported.
    ///
    /// An anchor is only a name and a key: no rule on single certificates applies to it, not even
    /// the rules on dates and constraints (AOSP external/bouncycastle,
    /// PKIXCertPathValidatorSpi.java). The caller compares the host name. The profile is in
    /// `libraries`, because it describes a library and not an authority's rules.
    package static let conscrypt = PathProfile(
        name: "conscrypt",
        about: "Conscrypt's verification of TLS servers on Android, with BoringSSL's keys.",
        source: "Conscrypt 3869db7b, TrustManagerImpl.java checkTrustedRecursive and verifyChain, "
            + "ChainStrengthAnalyzer.java; BoringSSL, crypto/x509/algorithm.cc, rsa_pss.cc",
        decoding: .conscrypt,
        omissions: [
            "DSA is rejected; a provider other than Conscrypt may verify it.",
            "Signatures by an anchor's Ed25519 key are verified, as in releases since January "
                + "2025; earlier releases cannot verify them.",
            "The policies of an anchor count here (RFC 5937 §3.2).",
            "RSASSA-PSS parameters follow today's BoringSSL; older releases accepted others.",
        ]
    ) { purposes in
        PathCheck.catalogue
            .leavingOut(.identity)
            .replacing(
                .looseExtendedKeyUsage(
                    for: purposes,
                    source: "Conscrypt, TrustManagerImpl.java ExtendedKeyUsagePKIXCertPathChecker"
                )
            )
            .replacing(.conscryptSignatureStrength)
            .replacing(.conscryptKeyStrength)
            .replacing(.conscryptSignature)
            .map(\.exceptAnchors)
            .inserting([.conscryptIssuers, .conscryptIssuerPurposes], before: .revocation)
    }
}

extension DERRules {
    /// The decoding rules of the profile `reference`, except for strings in names.
    ///
    /// BoringSSL does not check the alphabet of strings, since old certificates have `*` in a
    /// PrintableString.
    package static let conscrypt = PathProfile.reference.decoding.union(.looseStrings)
}
