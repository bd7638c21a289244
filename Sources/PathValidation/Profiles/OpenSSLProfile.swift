import X509

extension PathProfile {
    /// OpenSSL 3.0's verification of a TLS server, as curl uses it.
    ///
    /// The profile builds one path, with X509_V_FLAG_PARTIAL_CHAIN and security level 2, without
    /// X509_V_FLAG_X509_STRICT and X509_V_FLAG_POLICY_CHECK. The caller compares the host name.
    ///
    /// The profile was read from OpenSSL 3.0.22. The model of curl was compared with 3.0.19, whose
    /// functions make the same decisions. The profile is in `libraries`, because it describes a
    /// library and not an authority's rules.
    package static let openSSL = openSSL(
        name: "openssl",
        about: "OpenSSL 3.0's verification of TLS servers: one path, checked at security level 2.",
        knowsECDSAOverSHA3: false
    )

    /// The verification of a TLS server by OpenSSL 3.5, whose table of signatures includes ECDSA
    /// with SHA-3.
    ///
    /// The profile was derived from tests, not from source code. On the chains of the suite's
    /// folders anchors, chain, constraints and profiles, 3.5.2 decides as 3.0.19 does. The two
    /// exceptions are ECDSA with SHA-3, and ML-DSA keys, which this profile rejects.
    package static let openSSL3_5 = openSSL(
        name: "openssl-3.5",
        about: "OpenSSL 3.5's verification of TLS servers: that of 3.0, and ECDSA with SHA-3.",
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
            // X509_verify_cert does not know the TLS feature extension (RFC 7633).
            revocationChecks: RevocationCheck.catalogue.leavingOut(.mustStaple),
            omissions: [
                "Address blocks and AS numbers (RFC 3779), which server certificates do not have.",
                "Certificates with indefinite lengths or strings in parts (X.690 §8.1.3.6, §8.7) do not decode here; "
                    + "OpenSSL accepts them.",
                "Keys of X25519, X448, SM2 and DH are refused here. OpenSSL accepts them in an end entity, and a "
                    + "handshake then fails.",
                "An end entity that is an anchor itself is accepted by OpenSSL even if an extension does not "
                    + "decode, and on a curve of its own.",
                "Directory names under constraints are compared by RFC 5280 §7.1, which folds more letters than "
                    + "those of ASCII.",
                "A path may cost 250,000 comparisons of names here; OpenSSL limits those of each certificate and "
                    + "issuer to 1,048,576.",
            ]
        ) { _ in
            PathCheck.catalogue
                .leavingOut(
                    // X509_V_FLAG_X509_STRICT requires some of these rules; nothing requires the
                    // other rules.
                    .serialNumber,
                    .emptyNames,
                    .timeTypes,
                    .signingAuthority,
                    // X509_V_FLAG_POLICY_CHECK requires the next two rules.
                    .policyQualifiers,
                    .certificatePolicies,
                    .identity
                )
                .replacing(.openSSLUniqueExtensions)
                .replacing(.openSSLExtensionBodies)
                // `X509_verify` compares the inner and the outer algorithm; OpenSSL does not call
                // this function for an anchor.
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
