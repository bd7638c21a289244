import Basics
import PathValidation
import X509

/// A finding of `inspect`: a rule that an object breaks, or a recommendation that it does not
/// follow.
package struct ShownBreach {
    /// The profiles that have the rule.
    package var profiles: [String]
    package let rule: String
    /// The source of the rule, such as an RFC section.
    package let source: String
    /// A lowercase predicate about the object; it may contain untrusted text.
    package let problem: String
    /// Whether the finding is only a recommendation and not a rule.
    package let isNote: Bool
    /// The field with the error and its bytes; nil for the whole object.
    package var place: (field: String, bytes: Range<Int>)?

    /// Returns the rules of profiles that the certificates of a chain break, each rule once.
    ///
    /// - Parameters:
    ///   - chain: the certificates from the end entity up to the certificate to check, if each is
    ///     named as issuer of the previous one; otherwise only the certificate to check.
    ///   - profiles: the profiles to check, all with the same decoding rules.
    ///   - verifyDate: the time for which validity is checked; nil to skip the check.
    /// - Returns: the findings, by the index in `chain` of the certificate with the error.
    package static func all(
        in chain: [Certificate],
        by profiles: [PathProfile],
        at verifyDate: Instant?
    ) -> [(index: Int, finding: ShownBreach)] {
        guard let last = chain.last else { return [] }
        var found: [(breach: Breach, profiles: [String])] = []
        var places: [Breach: Int] = [:]
        for profile in profiles {
            let breaches = profile.breaches(
                of: last,
                below: chain.dropLast(),
                // RFC 5280 does not say which purpose a certificate must have.
                purposes: profile.name == PathProfile.rfc5280.name ? [] : [.serverAuth],
                at: verifyDate
            )
            for breach in breaches {
                if let known = places[breach] {
                    // A rule may report the same error twice.
                    if found[known].profiles.last != profile.name {
                        found[known].profiles.append(profile.name)
                    }
                } else {
                    places[breach] = found.count
                    found.append((breach, [profile.name]))
                }
            }
        }
        return found.map { breach, profiles in
            // An issuer may break a rule because of the certificates below it.
            let depth = breach.rejection.depth ?? chain.count - 1
            let index = chain.indices.contains(depth) ? depth : chain.count - 1
            let finding = ShownBreach(
                profiles: profiles,
                rule: breach.rule,
                source: breach.source,
                problem: breach.rejection.words,
                isNote: breach.isRemark,
                place: breach.rejection.place(in: chain[index])
            )
            return (chain.count == 1 ? 0 : index, finding)
        }
    }

    /// The text and place that identify a finding, independent of profiles.
    struct Statement: Hashable {
        let rule, source, problem: String
        let bytes: Range<Int>?
    }

    var statement: Statement {
        Statement(rule: rule, source: source, problem: problem, bytes: place?.bytes)
    }
}

extension ShownBreach {
    /// Creates the finding for a rule that a CRL or OCSP response breaks.
    init(_ breach: StatusBreach, _ profiles: [String]) {
        self.init(
            profiles: profiles,
            rule: breach.rule,
            source: breach.source,
            problem: breach.description,
            isNote: breach.isRemark,
            place: breach.place.map { (breach.field ?? "", $0) }
        )
    }
}

extension Rejection {
    /// The error as a predicate; the report adds the certificate as its subject.
    fileprivate var words: String {
        switch self {
        case .nonconforming(let what, _): what.description
        case .malformed(let error, _): error.fault.about
        case .badExtension(let identifier, let error, _):
            "has a \(identifier.shortName) that does not decode: \(error.fault.about)"
        case .duplicateExtension(let identifier, _): "has \(identifier.shortName) twice"
        case .unhandledCriticalExtension(let identifier, _):
            "has the critical extension \(identifier.shortName), which clients do not know"
        case .expired(let notAfter, let date, _): "expired on \(notAfter), checked for \(date)"
        case .notYetValid(let notBefore, let date, _):
            "is not valid before \(notBefore), checked for \(date)"
        case .badValidity(let notBefore, let notAfter, _):
            "has a validity period that begins on \(notBefore), after its end on \(notAfter)"
        case .issuerNotCA: "issues certificates but is not a CA"
        case .keyUsage(let missing, _): "has a keyUsage without \(missing.moduleName)"
        case .extendedKeyUsage(let missing, _): "has an extKeyUsage without \(missing.shortName)"
        case .weakKey(let key, _): "has a key that is \(key)"
        case .badKey: "has a key that no client can use"
        case .weakSignature(let algorithm, _): "is signed with \(algorithm)"
        case .badSignature: "is not signed by the key of the issuer that it names"
        case .unsupportedAlgorithm(let identifier, _):
            UnverifiedAlgorithm(identifier) == nil
                ? "uses \(identifier.shortName)"
                : "uses \(identifier.shortName), which Hatpin does not verify"
        case .signatureAlgorithmMismatch: "names two different signature algorithms"
        case .badNameConstraint: "has a meaningless name constraint"
        case .nameNotPermitted(let name, _):
            "has the name \(name), which an issuer does not permit"
        case .nameExcluded(let name, _): "has the name \(name), which an issuer excludes"
        case .pathLength(let limit, _):
            limit == 0
                ? "allows no intermediates below it, but there are some"
                : "allows \(Prose.count(limit, "intermediate")) below it, but there are more"
        // These reasons concern paths and connections, not a certificate.
        case .nameMismatch, .subjectMismatch, .ipMismatch, .mailboxMismatch, .noIdentity,
            .badNameSyntax, .selfSigned,
            .unknownIssuer, .distrusted, .chainTooLong, .nameChaining, .policy, .revoked,
            .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
            .certificateTransparency,
            .pinMismatch, .pinExpired, .pinsMissing, .policyGuard, .associationMismatch,
            .nameLookup, .mailHostMismatch, .protocolVersion,
            .cipherPolicy, .noALPN, .handshakeSignature, .brokenHandshake, .cleartext,
            .missingCertificate,
            .clientCertificateRequired, .resumedWithoutCheck, .proxyTLS, .budgetExceeded, .reported:
            description
        }
    }

    /// Returns the field with the error and its bytes; nil if it is not a single field.
    fileprivate func place(in certificate: Certificate) -> (String, Range<Int>)? {
        switch self {
        case .nonconforming(let what, _): what.place(in: certificate)
        case .malformed(let error, _), .badExtension(_, let error, _):
            (error.path, error.offset..<error.offset + 1)
        case .duplicateExtension(let identifier, _):
            certificate.extensions.list
                .last { certificate.identifier(at: $0.identifier) == identifier }
                .map { (identifier.shortName, $0.place) }
        case .unhandledCriticalExtension(let identifier, _): certificate.place(of: identifier)
        case .keyUsage: certificate.place(of: .keyUsage)
        case .extendedKeyUsage: certificate.place(of: .extendedKeyUsage)
        case .badNameConstraint: certificate.place(of: .nameConstraints)
        case .nameNotPermitted, .nameExcluded: certificate.place(of: .subjectAlternativeName)
        case .pathLength: certificate.place(of: .basicConstraints)
        case .weakKey, .badKey: ("subjectPublicKeyInfo", certificate.spki)
        case .signatureAlgorithmMismatch, .weakSignature:
            ("signatureAlgorithm", certificate.outerAlgorithm.encoding)
        case .badSignature: ("signatureValue", certificate.signature)
        case .expired, .notYetValid, .badValidity, .issuerNotCA, .unsupportedAlgorithm: nil
        case .nameMismatch, .subjectMismatch, .ipMismatch, .mailboxMismatch, .noIdentity,
            .badNameSyntax, .selfSigned,
            .unknownIssuer, .distrusted, .chainTooLong, .nameChaining, .policy, .revoked,
            .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
            .certificateTransparency,
            .pinMismatch, .pinExpired, .pinsMissing, .policyGuard, .associationMismatch,
            .nameLookup, .mailHostMismatch, .protocolVersion,
            .cipherPolicy, .noALPN, .handshakeSignature, .brokenHandshake, .cleartext,
            .missingCertificate,
            .clientCertificateRequired, .resumedWithoutCheck, .proxyTLS, .budgetExceeded, .reported:
            nil
        }
    }
}

extension Nonconformance {
    /// Returns the field with the error and its bytes; nil if it is not a single field.
    fileprivate func place(in certificate: Certificate) -> (String, Range<Int>)? {
        switch self {
        case .forbidden(let identifier), .criticality(let identifier, _):
            certificate.place(of: identifier)
        case .usage, .signingWithoutAuthority, .usageOfAlgorithm, .usageWithoutAgreement,
            .noConsistentPurpose:
            certificate.place(of: .keyUsage)
        case .purpose: certificate.place(of: .extendedKeyUsage)
        case .nameSyntax, .nameKind, .wildcard, .internationalLabel, .internalName, .unlistedDomain,
            .reservedAddress, .obsoleteOnion:
            certificate.place(of: .subjectAlternativeName)
        case .pathLength, .authorityAsEndEntity: certificate.place(of: .basicConstraints)
        case .noKeyIdentifier, .namedIssuer, .foreignKeyIdentifier:
            certificate.place(of: .authorityKeyIdentifier)
        case .issuerEncoding: ("issuer", certificate.issuer)
        case .uniqueIdentifier:
            certificate.issuerUniqueID.map { ("issuerUniqueID", $0) }
                ?? certificate.subjectUniqueID.map { ("subjectUniqueID", $0) }
        case .access:
            certificate.place(of: .authorityInformationAccess)
                ?? certificate.place(of: .subjectInformationAccess)
        case .distributionPoint, .relativeDistributionPoint, .listIssuer, .ownListIssuer,
            .ambiguousDistributionPoint, .partialDistributionPoints:
            certificate.place(of: .crlDistributionPoints)
                ?? certificate.place(of: .freshestCRL)
        case .extensionOfAuthorities(let identifier): certificate.place(of: identifier)
        case .anyPolicyQualifier, .policyText, .reservedPolicies, .anyPolicyOfServer:
            certificate.place(of: .certificatePolicies)
        case .location(_, let identifier): certificate.place(of: identifier)
        case .unstatedMapping: certificate.place(of: .policyMappings)
        case .constraintForm: certificate.place(of: .nameConstraints)
        case .commonName, .commonNames, .nameBound, .mailboxInSubject:
            ("subject", certificate.subject)
        case .attributeOrder: ("subject", certificate.subject)
        case .attributeType(_, let field), .obsoleteType(_, let field),
            .attributeLength(_, _, let field), .attributeSyntax(_, _, let field),
            .severalAttributes(let field):
            (field.rawValue, field == .issuer ? certificate.issuer : certificate.subject)
        case .digestOfCurve, .missingNull:
            ("signatureAlgorithm", certificate.outerAlgorithm.encoding)
        case .version, .missing, .validityPeriod, .algorithmEncoding: nil
        }
    }
}

extension Certificate {
    fileprivate func place(of identifier: ObjectIdentifier) -> (String, Range<Int>)? {
        `extension`(identifier).map { (identifier.shortName, $0.place) }
    }
}

extension Extension {
    /// The bytes from the identifier's content to the end of the body.
    ///
    /// The row of the extension contains these bytes and the headers before them.
    fileprivate var place: Range<Int> { identifier.lowerBound..<value.upperBound }
}
