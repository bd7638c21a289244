import X509

extension PathProfile {
    /// Conscrypt's verification of a TLS server on Android: every path is tried, with BoringSSL's keys and
    /// signatures.
    ///
    /// An anchor is a name and a key: no rule is asked of it, its dates and constraints included (AOSP
    /// external/bouncycastle, PKIXCertPathValidatorSpi.java). The caller compares the host. It is a
    /// library's behaviour and no authority's rules, so `libraries` has it.
    package static let conscrypt = PathProfile(
        name: "conscrypt",
        about: "Conscrypt's verification of TLS servers on Android, with BoringSSL's keys.",
        source: "Conscrypt 3869db7b, TrustManagerImpl.java checkTrustedRecursive and verifyChain, "
            + "ChainStrengthAnalyzer.java; BoringSSL, crypto/x509/algorithm.cc, rsa_pss.cc",
        decoding: .conscrypt,
        omissions: [
            "DSA is refused; a provider besides Conscrypt's may verify it.",
            "Ed25519 of an anchor counts as verified, as it is since January 2025; releases before cannot.",
            "Parameters of RSASSA-PSS are judged as by today's BoringSSL; older releases took others.",
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
    /// The reference's, and BoringSSL's for the strings of names, whose alphabet it does not ask for: old
    /// certificates have `*` in a PrintableString.
    package static let conscrypt = PathProfile.reference.decoding.union(.looseStrings)
}
