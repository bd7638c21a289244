import X509

extension PathProfile {
    /// Clients from the years between RFC 2818 (2000) and the first Baseline Requirements (2012).
    ///
    /// Each leniency of the profile was accepted practice at the time. Certificates that broke the
    /// rules of the time, such as end entities that issue, are rejected. The profile decodes like
    /// OpenSSL, which many of these clients used and which never enforced DER.
    package static let legacy = PathProfile(
        name: "legacy",
        about: "Old clients: common names, wildcards inside names, SHA-1, RSA of 1024 bits, roots "
            + "of version 1.",
        source: "RFC 2818; RFC 6125 §6.4; RFC 5280 §6",
        // Versions other than 1 to 3, and algorithm parameters where no parameters are defined,
        // were not common practice.
        decoding: .openSSL.subtracting([.anyVersion, .anyParameters]),
        revocationChecks: RevocationCheck.catalogue
            .replacing(.listSignatureStrength(acceptingSHA1: true))
            .replacing(.responseSignatureStrength(acceptingSHA1: true))
    ) { purposes in
        PathCheck.catalogue
            .leavingOut(
                // RSA key exchange was as common as signatures (RFC 5246 §7.4.2).
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
            .replacing(.criticalExtensions(among: .openSSL))
            .replacing(.legacyBasicConstraints)
            .replacing(.signatureStrength(acceptingSHA1: true))
            // The minimum for RSA until the end of 2013 (CA/B Forum BR 1.0, Appendix A), and the
            // shortest curves of RFC 4492 §5.1.1.
            .replacing(.keyStrength(rsa: 1_024, curve: 160))
            .inserting([.legacyCommonNameConstraints], before: .keyStrength)
    }
}

extension DERRules {
    /// Violations of DER that OpenSSL 3.0.19 accepts, as `catalogue` describes; earlier versions
    /// were no stricter.
    package static let openSSL: DERRules = [
        .longLengths, .anyTrue, .encodedDefaults, .unusedBits, .trailingZeroBits, .looseNamedBits,
        .unsortedSets, .emptyLists, .highIA5, .looseStrings, .timesWithoutSeconds,
        .timesWithOffsets, .encodedVersion, .looseVersions, .trailingExtensionBytes,
        .forbiddenValues, .keysWithoutNull, .anyVersion, .anyParameters,
    ]
}
