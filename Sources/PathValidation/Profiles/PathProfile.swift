import X509

/// The rules of one authority (such as an RFC or a library) on paths, each with its section.
///
/// Authorities contradict each other. Each profile follows one authority; comments in a profile's
/// list mark the lines where the profile differs from other profiles.
///
/// ```swift
/// let profile = PathProfile.catalogue.first { $0.name == "webpki" }
/// let rules = profile?.checks(for: [.serverAuth]).map(\.name)
/// ```
package struct PathProfile: Sendable {
    package let name: String
    package let about: String
    package let source: String
    /// Violations of DER that certificates may have.
    ///
    /// The list contains only violations that the authority documents and accepts in every place. A
    /// list that is too short rejects certificates that the authority accepts; a list that is too
    /// long hides an attack.
    package private(set) var decoding: DERRules = .strict
    /// Limits on the work of one evaluation.
    package private(set) var budget = Budget()
    /// The strategy for finding a path.
    package private(set) var building = PathBuilding.everyPath
    /// The rules on CRLs and OCSP responses.
    package private(set) var revocationChecks = RevocationCheck.catalogue
    /// Rules on issuance that path validation does not apply: a client accepts certificates that
    /// break them.
    package private(set) var issuance: [PathCheck] = []
    /// The authority's recommendations; a certificate that ignores them breaks no rule.
    package private(set) var remarks: [PathCheck] = []
    /// The requirements of the authority that Hatpin does not check, one sentence each.
    package private(set) var omissions: [String] = []
    /// The extended key usage that an end entity needs in TLS.
    package private(set) var purpose = ObjectIdentifier.serverAuth
    let list: @Sendable ([ObjectIdentifier]) -> [PathCheck]

    /// Returns the rules, in the order of evaluation, for an end entity that needs the extended key
    /// usages `purposes`; if `purposes` is nil, it needs the profile's `purpose`.
    package func checks(for purposes: [ObjectIdentifier]? = nil) -> [PathCheck] {
        list(purposes ?? [purpose])
    }

    /// Decodes a trust anchor, or another certificate that the user trusts; nil if the certificate
    /// does not decode.
    package func anchor(_ der: [UInt8]) -> Certificate? {
        try? SignatureCache.shared.certificate(der, by: decoding)
    }

    /// The profiles of authorities, which users can select for a relying party.
    package static let catalogue = [reference, rfc5280, webpki, apple, legacy]
    /// The profiles of libraries, which models use.
    package static let libraries = [openSSL, openSSL3_5, jsse, conscrypt]
    /// Every profile except `pathValidation`.
    package static let all = catalogue + libraries + [client]

    /// The profile of the party `reference`: path validation, and the rules on form that every
    /// sound client checks.
    package static let reference = PathProfile(
        name: "reference",
        about: "A correct TLS client: RFC 5280's path validation, strict in everything that "
            + "affects trust and without the rules that only CAs must follow.",
        source: "RFC 5280 §6; RFC 9525 §6",
        // Zeros after the last bit of keyUsage mean nothing, so no client is deceived by them. A
        // client that is strict here rejects certificates that all other clients accept. Two roots
        // of Mozilla's store of 2023 (Trustwave Global ECC P256 and P384) have such zeros. OpenSSL,
        // BoringSSL, GnuTLS, Go and pyca accept the zeros (`DERRules.catalogue`).
        decoding: .trailingZeroBits
    ) { purposes in
        PathCheck.catalogue.replacing(.extendedKeyUsage(for: purposes))
    }

    /// RFC 5280 with its requirements on conforming CAs.
    ///
    /// The profile also applies to anchors, though §6.1.1 (d) takes only their name and key. The
    /// roots of the public web obey these rules. The constraints of an anchor apply by RFC 5937
    /// §3.2: basicConstraints, name constraints, policies and policy constraints. An anchor's
    /// signature and serial number are exempt; the serial number serves only for look-up. Key
    /// identifiers of issuer and certificate may differ, as §4.2.1.2 allows.
    package static let rfc5280 = PathProfile(
        name: "rfc5280",
        about: "RFC 5280 to the letter: path validation, and the certificate profile of §4.",
        source: "RFC 5280 §4, §6",
        issuance: issuanceOfRFC5280 + [.issuerKeyUsage, .internationalNames],
        remarks: remarksOfRFC5280 + [.endEntityKeyIdentifier],
        omissions: [
            "A certificate does not show whether a serial number is unique, or whether a key "
                + "identifier is a digest of its key.",
            "A character of an A-label that libidn2 does not know yet counts as allowed.",
            "Not checked: whether a notice is in normalization form C (§4.2.1.4), and the syntax "
                + "of other names (RFC 4985, RFC 9598).",
        ]
    ) { purposes in
        PathCheck.catalogue
            // RFC 5280 has no handshake. `reference` and `webpki` follow RFC 8446 §4.4.2.2.
            .leavingOut(.handshakeKeyUsage)
            // anyExtendedKeyUsage counts as every purpose (§4.2.1.12); `reference` and `webpki`
            // (BR §7.1.2.7.10) require the purpose itself.
            .replacing(.extendedKeyUsage(for: purposes, acceptingAny: true))
            // RFC 9525 §7.1 leaves public suffixes out of its scope. `reference` rejects a wildcard
            // below a registry's suffix, `webpki` rejects a wildcard below any public suffix (BR
            // §3.2.2.6).
            .replacing(.identity(by: IdentityMatching()))
            // §6 allows a CA as end entity; `webpki` rejects a CA as end entity.
            .inserting(
                [
                    .criticality,
                    // §4.2.1.10 requires critical name constraints; `webpki` follows BR
                    // §7.1.2.10.8, which makes criticality optional.
                    .criticalNameConstraints,
                    // The keyUsage that §4.2.1.3 requires of CAs may be absent: §6.1.4 (n) and
                    // §6.3.3 (f) check it only if it is present. `webpki` requires keyUsage (BR
                    // §7.1.2.10.7).
                    .subjectKeyIdentifier, .authorityPathLength, .informationAccess,
                    .distributionPoints, .anyPolicyQualifiers, .uniqueIdentifiers,
                    // This rule rejects underscores and names with bad syntax; in `reference`,
                    // these names only match no host.
                    .nameSyntax, .nameBounds,
                ],
                before: .criticalExtensions
            )
            .inserting([.authorityKeyIdentifier], before: .signatureStrength)
    }

    /// The requirements (MUST) on CAs that path validation does not check.
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

    /// The public web: the Baseline Requirements that a client can check.
    ///
    /// No browser applies all of these requirements. `omissions` lists what is not checked.
    package static let webpki = PathProfile(
        name: "webpki",
        about: "The CA/B Forum's Baseline Requirements for TLS servers on top of RFC 5280, as far "
            + "as a client can check them.",
        source: "CA/B Forum BR 2.2.6 §6.1, §6.3.2, §7.1; RFC 5280; RFC 9525",
        issuance: issuanceOfRFC5280 + [
            .baselinePublicNames, .baselineUsageCriticality, .baselineIssuerUsages,
            .baselinePolicies, .baselineQualifiers, .baselineAttributes,
        ],
        // A key identifier of an end entity is not recommended (§7.1.2.7.6).
        remarks: remarksOfRFC5280 + [.baselinePreferredValidity],
        omissions: [
            "Certificates without policies, or without revocation information (an OCSP address, or "
                + "a CRL address unless the certificate is short-lived), are accepted (§7.1.2.7.6, "
                + "§7.1.2.11.2).",
            "Intermediates without purposes (§7.1.2.6) are accepted, and the subject attributes "
                + "required of each kind of certificate are not checked (§7.1.2.7.2 to §7.1.2.7.5, "
                + "§7.1.2.10.2).",
            "Names below test and example count as public, and a top-level domain that libpsl does "
                + "not know counts as internal (§4.2.2).",
            "A certificate does not show the randomness of its serial number (§7.1.2.7), the "
                + "validation of its domains (§3.2.2) or its entries in public logs.",
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
                    // RFC 5280 §4.2.1.6 allows a critical subjectAltName with a non-empty subject.
                    .baselineAlternativeNames, .baselineKeyUsage, .baselineValidity,
                ],
                before: .criticalExtensions
            )
            .inserting(
                [
                    // These rules follow the rule on identity, so that a wrong name is reported as
                    // such.
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
