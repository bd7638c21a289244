import PKIX

extension PathProfile {
    /// Clients of before about 2012, from RFC 2818 to the first Baseline Requirements.
    ///
    /// Every leniency of its rules is one that clients had while it was the rule; none of what was a
    /// mistake even then is here, such as end entities that issue. Its decoder is OpenSSL's, which
    /// many of them shared: DER was the rule, and hardly a decoder kept it.
    package static let legacy = PathProfile(
        name: "legacy",
        about: "Clients of old: common names, wildcards inside of names, SHA-1, RSA of 1024 bits, "
            + "roots of version 1.",
        source: "RFC 2818; RFC 6125 §6.4; RFC 5280 §6",
        decoding: .openSSL
    ) { purposes in
        PathCheck.catalogue
            .leavingOut(
                // Servers exchanged keys as often as they signed (RFC 5246 §7.4.2).
                .handshakeKeyUsage,
                // "Certificate users SHOULD be prepared to gracefully handle" numbers that are
                // negative or zero (RFC 5280 §4.1.2.2).
                .serialNumber,
                // "MUST be able to process validity dates that are encoded in either" (§4.1.2.5).
                .timeTypes
            )
            .replacing(
                .identity(by: IdentityMatching(wildcards: .anyPart, readsCommonName: true))
            )
            .replacing(.looseExtendedKeyUsage(for: purposes))
            .replacing(.legacyBasicConstraints)
            .replacing(.signatureStrength(acceptingSHA1: true))
            // What was asked for until the end of 2013 (CA/B Forum BR 1.0, Appendix A), and the
            // shortest curves of RFC 4492 §5.1.1.
            .replacing(.keyStrength(rsa: 1_024, curve: 160))
            .inserting([.legacyCommonNameConstraints], before: .keyStrength)
    }
}

extension DERRules {
    /// What OpenSSL 3.0.19 lets pass, as `catalogue` says; versions before it were no stricter.
    package static let openSSL: DERRules = [
        .longLengths, .anyTrue, .encodedDefaults, .unusedBits, .trailingZeroBits, .looseNamedBits,
        .unsortedSets, .emptyLists, .highIA5, .looseStrings, .timesWithoutSeconds,
        .timesWithOffsets, .encodedVersion, .looseVersions, .trailingExtensionBytes,
        .forbiddenValues, .keysWithoutNull,
    ]
}
