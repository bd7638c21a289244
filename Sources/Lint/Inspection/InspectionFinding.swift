import PathValidation
import X509

/// Something about an object that a rule is against, or that its authority would have otherwise.
package struct InspectionFinding {
    /// The profiles that have the rule.
    package var profiles: [String]
    package let rule: String
    /// The rule's place.
    package let source: String
    /// Lowercase, its subject the object; hostile text may stand in it.
    package let problem: String
    /// Whether it breaks no rule: the authority prefers something else.
    package let isNote: Bool
    /// The field at fault and its bytes; nil where it is the whole.
    package var place: (field: String, bytes: Range<Int>)?

    /// The rules of profiles that a certificate of a chain breaks, each rule once.
    ///
    /// - Parameters:
    ///   - chain: up to and with the certificate, end entity first, where each is named as issuer of
    ///     the one before; otherwise the certificate alone.
    ///   - profiles: whose rules are asked, those that decode by the same rules.
    ///   - verifyDate: when validity is judged; nil judges it not at all.
    /// - Returns: findings by the index in `chain` of the certificate at fault.
    package static func all(
        in chain: [Certificate],
        by profiles: [PathProfile],
        at verifyDate: Instant?
    ) -> [(index: Int, finding: InspectionFinding)] {
        guard let last = chain.last else { return [] }
        var found: [(breach: Breach, profiles: [String])] = []
        var places: [Breach: Int] = [:]
        for profile in profiles {
            let breaches = profile.breaches(
                of: last,
                below: chain.dropLast(),
                // Only the Baseline Requirements have rules on a certificate's purpose.
                purposes: profile.name == PathProfile.rfc5280.name ? [] : [.serverAuth],
                at: verifyDate
            )
            for breach in breaches {
                if let known = places[breach] {
                    // A rule of a profile may find the same twice.
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
            // A rule may be broken by what an issuer stands above.
            let depth = breach.rejection.depth ?? chain.count - 1
            let index = chain.indices.contains(depth) ? depth : chain.count - 1
            let finding = InspectionFinding(
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

    /// What it says, and of which place, whoever has the rule.
    struct Statement: Hashable {
        let rule, source, problem: String
        let bytes: Range<Int>?
    }

    var statement: Statement {
        Statement(rule: rule, source: source, problem: problem, bytes: place?.bytes)
    }
}

extension InspectionFinding {
    /// What a CRL or an OCSP response breaks.
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
    /// The fault as a predicate; the report names the certificate as its subject.
    fileprivate var words: String {
        switch self {
        case .nonconforming(let what, _): what.description
        case .malformed(let error, _): error.fault.about
        case .badExtension(let identifier, let error, _):
            "has a \(identifier.shortName) that does not decode: \(error.fault.about)"
        case .duplicateExtension(let identifier, _): "has \(identifier.shortName) twice"
        case .unhandledCriticalExtension(let identifier, _):
            "has \(identifier.shortName) marked critical, which clients do not know"
        case .expired(let notAfter, let date, _): "ended on \(notAfter), judged at \(date)"
        case .notYetValid(let notBefore, let date, _):
            "begins on \(notBefore), judged at \(date)"
        case .badValidity(let notBefore, let notAfter, _):
            "begins on \(notBefore), after its end on \(notAfter)"
        case .issuerNotCA: "issues and is not a CA"
        case .keyUsage(let missing, _): "has a keyUsage without \(missing.moduleName)"
        case .extendedKeyUsage(let missing, _): "has an extKeyUsage without \(missing.shortName)"
        case .weakKey(let key, _): "has a key that is \(key)"
        case .badKey: "has a key that no client can use"
        case .weakSignature(let algorithm, _): "is signed by \(algorithm)"
        case .badSignature: "is not signed by the key of the issuer that it names"
        case .unsupportedAlgorithm(let identifier, _):
            UnverifiedAlgorithm(identifier) == nil
                ? "uses \(identifier.shortName)"
                : "uses \(identifier.shortName), which is named here and not verified"
        case .signatureAlgorithmMismatch: "names two signature algorithms"
        case .badNameConstraint: "has a name constraint that has no meaning"
        case .nameNotPermitted(let name, _):
            "has the name \(name), outside what an issuer permits"
        case .nameExcluded(let name, _): "has the name \(name), inside what an issuer excludes"
        case .pathLength(let limit, _):
            "allows \(limit) intermediates below it, and there are more"
        // About paths and connections: no certificate is the subject.
        case .nameMismatch, .subjectMismatch, .ipMismatch, .mailboxMismatch, .noIdentity,
            .badNameSyntax, .selfSigned,
            .unknownIssuer, .distrusted, .chainTooLong, .nameChaining, .policy, .revoked,
            .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
            .certificateTransparency,
            .pinMismatch, .pinExpired, .pinsMissing, .policyGuard, .protocolVersion,
            .cipherPolicy, .noALPN, .handshakeSignature, .brokenHandshake, .cleartext,
            .missingCertificate,
            .clientCertificateRequired, .resumedWithoutCheck, .proxyTLS, .budgetExceeded, .reported:
            description
        }
    }

    /// The field at fault and its bytes; nil where no single field is.
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
            .pinMismatch, .pinExpired, .pinsMissing, .policyGuard, .protocolVersion,
            .cipherPolicy, .noALPN, .handshakeSignature, .brokenHandshake, .cleartext,
            .missingCertificate,
            .clientCertificateRequired, .resumedWithoutCheck, .proxyTLS, .budgetExceeded, .reported:
            nil
        }
    }
}

extension Nonconformance {
    /// The field at fault and its bytes; nil where no single field is.
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
    /// From the identifier's content to the end of the body; the row of the extension has the rest.
    fileprivate var place: Range<Int> { identifier.lowerBound..<value.upperBound }
}
