import X509

/// The rules of one authority on paths, each with its section.
///
/// Authorities contradict each other. Each profile follows one, and comments in its list mark the
/// lines where it differs from other profiles.
///
/// ```swift
/// let profile = PathProfile.catalogue.first { $0.name == "webpki" }
/// let rules = profile?.checks(for: [.serverAuth]).map(\.name)
/// ```
package struct PathProfile: Sendable {
    package let name: String
    package let about: String
    package let source: String
    /// Violations from DER that certificates may have.
    ///
    /// It contains only violations that the authority documents and accepts in every place. Too few
    /// reject what the authority accepts; too many hide an attack.
    package private(set) var decoding: DERRules = .strict
    /// Limits on the work of one evaluation.
    package private(set) var budget = Budget()
    /// How a path is sought.
    package private(set) var building = PathBuilding.everyPath
    /// The rules on CRLs and OCSP responses.
    package private(set) var revocationChecks = RevocationCheck.catalogue
    /// Rules on issuance alone, which path validation does not ask: a client accepts what breaks them.
    package private(set) var issuance: [PathCheck] = []
    /// What the authority prefers; a certificate without it breaks no rule.
    package private(set) var remarks: [PathCheck] = []
    /// What the authority requires and nothing asks here, each a sentence.
    package private(set) var omissions: [String] = []
    let list: @Sendable ([ObjectIdentifier]) -> [PathCheck]

    /// The rules for an end entity with these required extended key usages, in the order of
    /// evaluation.
    package func checks(for purposes: [ObjectIdentifier] = [.serverAuth]) -> [PathCheck] {
        list(purposes)
    }

    /// Decodes a trust anchor or another certificate that its owner vouches for; nil if it does not
    /// decode.
    package func anchor(_ der: [UInt8]) -> Certificate? {
        try? SignatureCache.shared.certificate(der, by: decoding)
    }

    /// The profiles of authorities, which parties can be set to.
    package static let catalogue = [reference, rfc5280, webpki, apple, legacy]
    /// Those of libraries, by which models judge.
    package static let libraries = [openSSL, openSSL3_5, jsse, conscrypt]
    /// Every profile.
    package static let all = catalogue + libraries

    /// The profile of the party `reference`: path validation, and the rules on form that every
    /// sound client checks.
    package static let reference = PathProfile(
        name: "reference",
        about: "A correct TLS client: RFC 5280's path validation, strict in what carries trust "
            + "and without the rules that bind CAs alone.",
        source: "RFC 5280 §6; RFC 9525 §6",
        // Zeros after the last bit of keyUsage say nothing, so no client is deceived by them, and
        // one that is strict rejects certificates that all others accept: two roots of Mozilla's
        // store of 2023 (Trustwave Global ECC P256 and P384) have them. OpenSSL, BoringSSL, GnuTLS,
        // Go and pyca read them (`DERRules.catalogue`).
        decoding: .trailingZeroBits
    ) { purposes in
        PathCheck.catalogue.replacing(.extendedKeyUsage(for: purposes))
    }

    /// RFC 5280 with its requirements on conforming CAs.
    ///
    /// It applies to anchors too, though §6.1.1 (d) takes only their name and key. An anchor that is
    /// handed over as a certificate makes claims, and the roots of the public web keep these rules.
    /// Its constraints apply by RFC 5937 §3.2: basicConstraints, name constraints, policies and
    /// policy constraints. Exempt are their serial number, which serves for look-up only, and their signature.
    /// Key identifiers of issuer and certificate may differ, as §4.2.1.2 allows.
    package static let rfc5280 = PathProfile(
        name: "rfc5280",
        about: "RFC 5280 to the letter: path validation, and the certificate profile of §4.",
        source: "RFC 5280 §4, §6",
        issuance: issuanceOfRFC5280 + [.issuerKeyUsage, .internationalNames],
        remarks: remarksOfRFC5280 + [.endEntityKeyIdentifier],
        omissions: [
            "Whether a serial number is unique, and a key identifier is a digest of its key, one "
                + "certificate does not say.",
            "A character of an A-label that libidn2 does not know yet counts as allowed.",
            "That a notice is in normalization form C (§4.2.1.4) is not asked, nor the syntax of other "
                + "names (RFC 4985, RFC 9598).",
        ]
    ) { purposes in
        PathCheck.catalogue
            // RFC 5280 has no handshake. `reference` and `webpki` follow RFC 8446 §4.4.2.2.
            .leavingOut(.handshakeKeyUsage)
            // anyExtendedKeyUsage stands for every purpose (§4.2.1.12); `reference` and `webpki`
            // (BR §7.1.2.7.10) require the purpose itself.
            .replacing(.extendedKeyUsage(for: purposes, acceptingAny: true))
            // RFC 9525 §7.1 leaves public suffixes out of its scope. `reference` rejects a wildcard
            // below a registry's suffix, `webpki` one below any public suffix (BR §3.2.2.6).
            .replacing(.identity(by: IdentityMatching()))
            // §6 allows a CA as end entity; `webpki` rejects it.
            .inserting(
                [
                    .criticality,
                    // §4.2.1.10; `webpki` follows BR §7.1.2.10.8, which makes it optional.
                    .criticalNameConstraints,
                    // The keyUsage that §4.2.1.3 asks of CAs may be absent: §6.1.4 (n) and §6.3.3 (f)
                    // ask it only where it is present. `webpki` requires it (BR §7.1.2.10.7).
                    .subjectKeyIdentifier, .authorityPathLength, .informationAccess,
                    .distributionPoints, .anyPolicyQualifiers, .uniqueIdentifiers,
                    // Rejects underscores and names with bad syntax; in `reference` they only fail
                    // to match.
                    .nameSyntax, .nameBounds,
                ],
                before: .criticalExtensions
            )
            .inserting([.authorityKeyIdentifier], before: .signatureStrength)
    }

    /// The MUSTs on CAs that path validation does not ask.
    private static let issuanceOfRFC5280: [PathCheck] = [
        .attributeTypes, .attributeLengths, .attributeSyntax, .subjectMailbox, .locationSyntax,
        .listIssuers, .constraintForms, .policyTexts,
        .algorithmUsages, .purposeUsages, .algorithmParameters, .keyIdentifierChaining,
        .criticalPoison, .furtherBodies,
    ]

    private static let remarksOfRFC5280: [PathCheck] = [
        .preferredCriticality, .currentStringTypes, .preferredPolicyTexts, .statedMappings,
        .extensionsOfAuthorities, .preferredConstraintForms, .absoluteDistributionPoints,
    ]

    /// The public web: the Baseline Requirements as far as a client can check them.
    ///
    /// No browser applies all of them. `omissions` says what is left out.
    package static let webpki = PathProfile(
        name: "webpki",
        about: "The CA/B Forum's Baseline Requirements for TLS servers over RFC 5280, as far as a "
            + "client sees them.",
        source: "CA/B Forum BR 2.2.6 §6.1, §6.3.2, §7.1; RFC 5280; RFC 9525",
        issuance: issuanceOfRFC5280 + [
            .baselinePublicNames, .baselineUsageCriticality, .baselineIssuerUsages,
            .baselinePolicies, .baselineQualifiers, .baselineAttributes,
        ],
        // A key identifier of an end entity is not recommended (§7.1.2.7.6).
        remarks: remarksOfRFC5280 + [.baselinePreferredValidity],
        omissions: [
            "Certificates without policies, or without information on revocation (an address of "
                + "OCSP, or of CRLs unless they are short-lived), are passed over (§7.1.2.7.6, "
                + "§7.1.2.11.2).",
            "Intermediates without purposes (§7.1.2.6) are passed over, and so are the attributes "
                + "that subjects of each kind have (§7.1.2.7.2 to §7.1.2.7.5, §7.1.2.10.2).",
            "Names below test and example count as public, and a top-level domain that libpsl does "
                + "not know counts as internal (§4.2.2).",
            "A serial number's randomness (§7.1.2.7), the validation of domains (§3.2.2) and the "
                + "public logs of certificates are nothing that a certificate shows.",
        ]
    ) { purposes in
        PathCheck.catalogue
            .replacing(.extendedKeyUsage(for: purposes))
            .inserting(
                [
                    .baselineVersion, .criticality, .subjectKeyIdentifier, .baselineIssuerKeyUsage,
                    .authorityPathLength,
                    .informationAccess, .baselineInformationAccess, .distributionPoints,
                    .baselineDistributionPoints, .anyPolicyQualifiers, .uniqueIdentifiers,
                    .nameSyntax, .nameBounds, .baselineLabels, .baselineCriticality, .baselineRoot,
                    .baselineIssuerPurposes, .baselineAuthorityKeyIdentifier,
                    .baselineNameChaining,
                    // RFC 5280 §6 allows a CA at the end of a path.
                    .baselineEndEntity,
                    // RFC 5280 §4.2.1.12 treats a missing extension as every purpose.
                    .baselinePurposes,
                    // RFC 5280 §4.2.1.6 allows a critical subjectAltName beside a subject.
                    .baselineAlternativeNames, .baselineKeyUsage, .baselineValidity,
                ],
                before: .criticalExtensions
            )
            .inserting(
                [
                    // After the rule on identity, so that a wrong name is reported as such.
                    .baselineWildcards, .baselineCommonName, .authorityKeyIdentifier,
                ],
                before: .signatureStrength
            )
            .inserting(
                [
                    .baselineKey, .baselinePrimes, .baselineSignature, .baselineRootSignature,
                ],
                before: .signature
            )
    }
}
