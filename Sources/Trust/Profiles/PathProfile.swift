import PKIX

/// What one authority asks of a path: its rules by name, each with its place.
///
/// Authorities contradict each other; a profile is one of them, and its list says at the line where
/// it takes another side than its neighbours.
package struct PathProfile: Sendable {
    package let name: String
    package let about: String
    package let source: String
    /// What certificates may have that is not DER.
    ///
    /// Only what a source says that the authority lets pass wherever it may stand: a profile that
    /// reads too little refuses what its authority takes, one that reads too much is a hole.
    package private(set) var decoding: DERRules = .strict
    /// What trust anchors may have beside that.
    private(set) var leniencyToAnchors: DERRules = .strict
    let list: @Sendable ([ObjectIdentifier]) -> [PathCheck]

    /// The rules for an end entity that must be good for each of these extended key usages, in the
    /// order they are asked.
    package func checks(for purposes: [ObjectIdentifier] = [.serverAuth]) -> [PathCheck] {
        list(purposes)
    }

    /// What trust anchors may have that is not DER.
    package var anchorDecoding: DERRules { decoding.union(leniencyToAnchors) }

    /// A trust anchor, or what else its owner vouches for; nil for what does not decode so.
    package func anchor(_ der: [UInt8]) -> Certificate? {
        try? SignatureCache.shared.certificate(der, by: anchorDecoding)
    }

    package static let catalogue = [reference, rfc5280, webpki, apple, legacy]

    /// What the party `reference` judges by: path validation, and of the rules on form those that
    /// no sound client could overlook.
    package static let reference = PathProfile(
        name: "reference",
        about: "A correct TLS client: RFC 5280's path validation, strict in what carries trust "
            + "and deaf to what only a CA's auditor would mind.",
        source: "RFC 5280 §6; RFC 9525 §6",
        // An anchor's encoding is nobody's claim: §6.1.1 (d) takes its name and key, which whoever
        // trusts it has vouched for. Trustwave Global ECC P256 and P384, which every browser trusts,
        // end keyUsage with zeros, and nothing else in Mozilla's store of 2023 fails to decode.
        leniencyToAnchors: .trailingZeroBits
    ) { purposes in
        PathCheck.catalogue.replacing(.extendedKeyUsage(for: purposes))
    }

    /// RFC 5280 with what it demands of conforming CAs.
    ///
    /// Anchors are held to it as well, though §6.1.1 (d) takes only their name and key: whoever
    /// hands one over as a certificate makes claims with it, and the roots of the public web keep
    /// these rules. Not asked of them are a serial number (the only use of which is to look a
    /// certificate up) and a signature that verifies. Left out, because §4.2.1.2 says so, is that
    /// key identifiers of issuer and certificate agree.
    package static let rfc5280 = PathProfile(
        name: "rfc5280",
        about: "RFC 5280 to the letter: path validation, and the certificate profile of §4.",
        source: "RFC 5280 §4, §6"
    ) { purposes in
        PathCheck.catalogue
            // RFC 5280 knows no handshake; RFC 8446 §4.4.2.2 does, and `reference` and `webpki`
            // follow it.
            .leavingOut(.handshakeKeyUsage)
            // anyExtendedKeyUsage stands for every purpose (§4.2.1.12); `reference` and `webpki`
            // (BR §7.1.2.7.10) want the purpose itself.
            .replacing(.extendedKeyUsage(for: purposes, acceptingAny: true))
            // RFC 9525 §7.1 has public suffixes out of its scope; `reference` refuses a wildcard
            // for a registry's names, `webpki` one for any public suffix's (BR §3.2.2.6).
            .replacing(.identity(by: IdentityMatching()))
            // A CA as end entity is none of §6's concerns; `webpki` refuses it.
            .inserting(
                [
                    .criticality,
                    // §4.2.1.10; BR §7.1.2.10.8 lets CAs leave it out, and `webpki` follows.
                    .criticalNameConstraints,
                    .subjectKeyIdentifier, .authorityKeyUsage, .informationAccess,
                    .distributionPoints, .anyPolicyQualifiers, .uniqueIdentifiers,
                    // Underscores and names in the wrong syntax; `reference` merely never matches
                    // what it cannot read.
                    .nameSyntax,
                ],
                before: .criticalExtensions
            )
            .inserting([.authorityKeyIdentifier], before: .signatureStrength)
    }

    /// The public web: the Baseline Requirements as far as a client sees them; no browser asks for
    /// all of it.
    ///
    /// Left out is what binds the issuing alone: validity of at most 398 days (§6.3.2, by date of
    /// issue), policies and information access in every certificate (§7.1.2.7.6),
    /// purposes in every intermediate (§7.1.2.6), internal names and reserved addresses
    /// (§7.1.2.7.12), critical key usage (§7.1.2.6.1), the attributes of names (§7.1.2.10.2).
    package static let webpki = PathProfile(
        name: "webpki",
        about: "The CA/B Forum's Baseline Requirements for TLS servers over RFC 5280, as far as a "
            + "client sees them.",
        source: "CA/B Forum BR 2.0 §6.1, §7.1; RFC 5280; RFC 9525"
    ) { purposes in
        PathCheck.catalogue
            .replacing(.extendedKeyUsage(for: purposes))
            .inserting(
                [
                    .baselineVersion, .criticality, .subjectKeyIdentifier, .authorityKeyUsage,
                    .informationAccess, .baselineInformationAccess, .distributionPoints,
                    .baselineDistributionPoints, .anyPolicyQualifiers, .uniqueIdentifiers,
                    .nameSyntax, .baselineLabels, .baselineCriticality, .baselineRoot,
                    .baselineIssuerPurposes, .baselineAuthorityKeyIdentifier,
                    .baselineNameChaining,
                    // RFC 5280 §6 lets a CA be the end of a path.
                    .baselineEndEntity,
                    // RFC 5280 §4.2.1.12 takes no purpose for every purpose.
                    .baselinePurposes,
                    // RFC 5280 §4.2.1.6 lets a subjectAltName beside a subject be critical.
                    .baselineAlternativeNames, .baselineKeyUsage,
                ],
                before: .criticalExtensions
            )
            .inserting(
                [
                    // After the identity: who is not meant is refused for that.
                    .baselineWildcards, .baselineCommonName, .authorityKeyIdentifier,
                ],
                before: .signatureStrength
            )
            .inserting(
                [.baselineKey, .baselineSignature, .baselineRootSignature],
                before: .signature
            )
    }
}
