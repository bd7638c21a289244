import PKIX

extension PathProfile {
    /// Apple's trust evaluation under an SSL policy.
    ///
    /// Left out are the transparency that it asks of system anchors and its lists of what is
    /// blocked. It cannot use keys that are Ed25519 or Ed448; this can. Which of several paths it
    /// takes is for the platform to choose.
    package static let apple = PathProfile(
        name: "apple",
        about: "Apple's trust evaluation for TLS servers, whose rules depend on who trusts the "
            + "anchor: the system, the user or the application.",
        source: "Apple Security-61901.0.87.0.1; HT210176; HT211025",
        decoding: .apple
    ) { purposes in
        PathCheck.catalogue
            // The TLS stack asks for it, not the trust.
            .leavingOut(.handshakeKeyUsage, .signatureStrength)
            .replacing(.appleExtendedKeyUsage(for: purposes))
            .replacing(.appleKeySize)
            .replacing(.appleBasicConstraints)
            + [
                .appleOldIssuers, .appleWeakKeySize, .appleWeakSignature,
                .appleSignatureHashAlgorithms,
                .appleKeyLinkage,
                .appleServerPurpose, .appleValidityPeriod,
            ]
    }

    /// Apple's trust evaluation under the basic X.509 policy: neither host nor purposes, and none of
    /// the rules on TLS servers.
    package static let appleBasic =
        PathCheck.catalogue.leavingOut(
            .handshakeKeyUsage,
            .identity,
            .extendedKeyUsage,
            .signatureStrength,
            .keyStrength
        ).replacing(.appleBasicConstraints)
        + [.appleOldIssuers, .appleWeakSignature, .appleWeakKeySize, .appleKeyLinkage]
}

extension DERRules {
    /// What `SecCertificateCreateWithData` lets pass, and no policy asks about later.
    ///
    /// Facts of OSX/sec/Security/SecCertificate.c, where no other file is named. libDER is strict in
    /// what most are lax in: lengths, BOOLEANs, and the unused bits of signatures and keys. What
    /// Apple lets pass in places only is not here: unused bits, zeros behind the ninth bit and no
    /// bit at all in a keyUsage of one or two octets, a padded serial number, extensions in an end
    /// entity of version 1, something behind a certificate (the TLS
    /// stack refuses it) or behind some extensions.
    fileprivate static let apple: DERRules = [
        // DERParseBooleanWithDefault takes FALSE, and nameConstraints' minimum may be said to be 0;
        // SecCertificateParse refuses a version that is.
        .encodedDefaults,
        // SecCEPKeyUsage reads as many bits as there are.
        .trailingZeroBits,
        // createNormalizedX501Name takes the attributes as they come and octets as they are, but for
        // the case and blanks of PrintableStrings.
        .unsortedSets, .looseStrings,
        // SecCertificateParseGeneralNameContentProperty hands the octets on.
        .highIA5,
        // SecAbsoluteTimeFromDateContentWithError; without seconds in UTCTime alone.
        .timesWithoutSeconds, .timesWithOffsets,
        // SecKeyCreatePublicFromDER (OSX/sec/Security/SecKey.c) does not look at RSA's parameters.
        .keysWithoutNull,
    ]
}
