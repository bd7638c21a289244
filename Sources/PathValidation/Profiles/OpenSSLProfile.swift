import X509

extension PathProfile {
    /// OpenSSL 3.0's verification of a TLS server, as curl asks for it.
    ///
    /// It builds one path, with X509_V_FLAG_PARTIAL_CHAIN and security level 2, without
    /// X509_V_FLAG_X509_STRICT and X509_V_FLAG_POLICY_CHECK. The caller compares the host.
    ///
    /// Read from 3.0.22, whose functions decide as those of 3.0.19, which the model of curl was compared
    /// with. It is a library's behaviour and no authority's rules, so `libraries` has it.
    package static let openSSL = openSSL(
        name: "openssl",
        about: "OpenSSL 3.0's verification of TLS servers: one path, judged at security level 2.",
        knowsECDSAOverSHA3: false
    )

    /// The same by OpenSSL 3.5, whose table of signatures has ECDSA over SHA-3.
    ///
    /// It was not read but tried: 3.5.2 decides the chains of the suite's folders anchors, chain,
    /// constraints and profiles as 3.0.19 does, but for that and for keys of ML-DSA, which are refused here.
    package static let openSSL3_5 = openSSL(
        name: "openssl-3.5",
        about: "OpenSSL 3.5's verification of TLS servers: that of 3.0, and ECDSA over SHA-3.",
        knowsECDSAOverSHA3: true
    )

    private static func openSSL(
        name: String,
        about: String,
        knowsECDSAOverSHA3: Bool
    ) -> PathProfile {
        PathProfile(
            name: name,
            about: about,
            source: "OpenSSL 3.0.22, crypto/x509/x509_vfy.c, v3_purp.c, v3_ncons.c, x509_lu.c",
            decoding: .openSSL,
            building: .onePath,
            omissions: [
                "Address blocks and numbers of autonomous systems (RFC 3779), which certificates of servers do "
                    + "not have.",
                "Times without seconds or in another zone decode and are then refused (X509_cmp_time); "
                    + "they are accepted here.",
                "CRL distribution points that do not decode make a certificate invalid, and pass here.",
            ]
        ) { _ in
            PathCheck.catalogue
                .leavingOut(
                    // X509_V_FLAG_X509_STRICT asks for some of these, and nothing for the others.
                    .serialNumber,
                    .emptyNames,
                    .timeTypes,
                    .signingAuthority,
                    // X509_V_FLAG_POLICY_CHECK asks for these.
                    .policyQualifiers,
                    .certificatePolicies,
                    .identity
                )
                .replacing(.openSSLUniqueExtensions)
                .replacing(.openSSLExtensionBodies)
                // `X509_verify` compares the two, and an anchor is not verified.
                .replacing(.signatureAlgorithms.exceptAnchors)
                .replacing(.openSSLValidity)
                .replacing(.openSSLCriticalExtensions)
                .replacing(.openSSLBasicConstraints)
                .replacing(.openSSLKeyUsage)
                .replacing(.openSSLExtendedKeyUsage)
                .replacing(.openSSLSignatureStrength(knowsECDSAOverSHA3: knowsECDSAOverSHA3))
                .replacing(.openSSLNameConstraints)
                .replacing(.openSSLKeyStrength)
                .replacing(.openSSLSignature)
                .inserting([.openSSLCommonNameConstraints], before: .keyStrength)
        }
    }
}
