import X509

extension PathProfile {
    /// Apple's trust evaluation under an SSL policy.
    ///
    /// The profile omits Certificate Transparency, which Apple requires under system anchors, and
    /// Apple's lists of blocked certificates. The model of the platform chooses among several
    /// paths.
    package static let apple = PathProfile(
        name: "apple",
        about: "Apple's trust evaluation for TLS servers, which depends on who trusts the anchor: "
            + "the system, the user or the application.",
        source: "Apple Security-61901.0.87.0.1; HT210176; HT211025",
        decoding: .apple,
        budget: .trustd
    ) { purposes in
        PathCheck.catalogue
            // The TLS stack checks key usage for the handshake; the trust evaluation does not check
            // it.
            .leavingOut(.handshakeKeyUsage, .signatureStrength)
            .asAppleReads()
            .replacing(.appleExtendedKeyUsage(for: purposes))
            .replacing(.appleKeySize)
            + [
                .appleNameChaining, .appleIssuerPurposes(for: purposes), .appleConstraintForms,
                .appleOldIssuers, .appleWeakKeySize, .appleWeakSignature,
                .appleSignatureHashAlgorithms, .appleKeyLinkage, .appleServerPurpose,
                .appleValidityPeriod,
            ]
    }

    /// Apple's trust evaluation under the basic X.509 policy: no host name, purposes or rules on
    /// TLS servers.
    package static let appleBasic =
        PathCheck.catalogue.leavingOut(
            .handshakeKeyUsage,
            .identity,
            .extendedKeyUsage,
            .signatureStrength,
            .keyStrength
        ).asAppleReads()
        + [
            .appleNameChaining, .appleConstraintForms, .appleOldIssuers, .appleWeakSignature,
            .appleWeakKeySize, .appleKeyLinkage,
        ]
}

extension [PathCheck] {
    /// Returns these rules as all of Apple's policies apply them.
    fileprivate func asAppleReads() -> [PathCheck] {
        leavingOut(
            // No policy compares an end entity's keyUsage with its basicConstraints, or the type of
            // a time with its year.
            .signingAuthority,
            .timeTypes
        )
        .replacing(.appleSerialNumber)
        .replacing(.appleBasicConstraints)
        .replacing(.appleNameConstraints)
        .replacing(.criticalExtensions(among: .apple))
        .replacing(.appleSignature)
    }
}

extension DERRules {
    /// Violations of DER that `SecCertificateCreateWithData` accepts and no policy rejects later.
    ///
    /// The source is OSX/sec/Security/SecCertificate.c, unless another file is named. libDER is
    /// strict where most decoders are lax: in lengths, in BOOLEANs, and in the unused bits of
    /// signatures and keys.
    ///
    /// The list omits violations that Apple accepts only in some places. In a keyUsage of one or
    /// two bytes, Apple accepts unused bits, zeros after the ninth bit, and no bit at all. Apple
    /// also accepts a padded serial number, extensions in an end entity of version 1, and bytes
    /// after a certificate or after some extensions. But the TLS stack rejects bytes after a
    /// certificate.
    fileprivate static let apple: DERRules = [
        // DERParseBooleanWithDefault accepts an encoded FALSE, and nameConstraints' minimum may be
        // an encoded 0; SecCertificateParse rejects an encoded default version.
        .encodedDefaults,
        // SecCEPKeyUsage reads every bit that is present.
        .trailingZeroBits,
        // createNormalizedX501Name keeps the order of attributes and the bytes, and normalizes only
        // case and spaces of PrintableStrings.
        .unsortedSets, .looseStrings,
        // SecCertificateParseGeneralNameContentProperty returns the bytes unchecked.
        .highIA5, .opaqueNames,
        // SecAbsoluteTimeFromDateContentWithError reads these times; only UTCTime may omit seconds.
        .timesWithoutSeconds, .timesWithOffsets,
        // SecKeyCreatePublicFromDERItem (OSX/sec/Security/SecKey.m) ignores RSA's parameters.
        .keysWithoutNull,
    ]
}
