import X509

/// A violation of a certificate profile (RFC 5280 or the Baseline Requirements) that does not
/// affect path validation itself.
///
/// ```swift
/// throw Rejection.nonconforming(.noKeyIdentifier, depth: 1)
/// ```
package enum Nonconformance: Hashable, Sendable {
    case version(Int)
    /// A required extension is absent.
    case missing(ObjectIdentifier)
    /// A forbidden extension is present.
    case forbidden(ObjectIdentifier)
    /// An extension that must be critical and is not, or must not be critical and is.
    case criticality(ObjectIdentifier, isCritical: Bool)
    /// An authorityKeyIdentifier without keyIdentifier.
    case noKeyIdentifier
    /// An authorityKeyIdentifier with the issuer's name and serial number.
    case namedIssuer
    /// An authorityKeyIdentifier that is not the issuer's subjectKeyIdentifier.
    case foreignKeyIdentifier
    /// An issuer name that is not encoded in the same way as the issuer's subject.
    case issuerEncoding
    /// A unique identifier, of the issuer or the subject.
    case uniqueIdentifier
    /// A validity period of more than this many days.
    case validityPeriod(limit: Int)
    /// A path length in a certificate that is not a CA's, or whose key usage does not allow signing
    /// certificates.
    case pathLength
    /// A key usage that allows signing certificates, in a certificate without the cA flag.
    case signingWithoutAuthority
    /// A CA certificate as end entity.
    case authorityAsEndEntity
    /// A purpose that is reserved for certificates of another kind.
    case purpose(ObjectIdentifier)
    /// A key usage that conflicts with the key or the certificate.
    case usage(KeyUsageBit)
    /// Information access by an unexpected method, or to something that is not a web address.
    case access(ObjectIdentifier)
    /// A CRL distribution point that is not one web address of the issuer's CRL, for all revocation
    /// reasons.
    case distributionPoint
    /// A qualifier of anyPolicy that RFC 5280 does not define.
    case anyPolicyQualifier
    /// An alternative name with invalid syntax.
    case nameSyntax(String)
    /// An attribute of the subject with more characters than its upper bound.
    case nameBound(ObjectIdentifier, Int)
    /// A subjectAltName of a forbidden name form.
    case nameKind
    /// A wildcard directly below a public suffix.
    case wildcard(String)
    /// A common name that no subjectAltName repeats.
    case commonName(String)
    case commonNames(count: Int)
    /// The AlgorithmIdentifier of a key or a signature in an encoding that the Baseline
    /// Requirements do not list.
    case algorithmEncoding(ObjectIdentifier)
    /// A digest that does not match the issuer's curve.
    case digestOfCurve(ObjectIdentifier)

    // Violations that only the rules on issuance and the recommendations report.

    /// An attribute of a name with a string type that its definition does not allow.
    case attributeType(ObjectIdentifier, of: NameField)
    /// An attribute of a name with a string type that new names should not use.
    case obsoleteType(ObjectIdentifier, of: NameField)
    /// An attribute of a name with fewer or more characters than its definition allows.
    case attributeLength(ObjectIdentifier, ClosedRange<Int>, of: NameField)
    /// An attribute of a name with invalid syntax.
    case attributeSyntax(ObjectIdentifier, String, of: NameField)
    /// A relative name with several attributes.
    case severalAttributes(NameField)
    /// An attribute of the subject in the wrong order.
    case attributeOrder(ObjectIdentifier)
    /// A mailbox in the subject that is not an rfc822Name.
    case mailboxInSubject(String)
    /// A label with the prefix of A-labels that is not an A-label.
    case internationalLabel(String)
    /// A name constraint of a form that CAs must not or should not use, described in words.
    case constraintForm(String)
    /// A key usage that keys of this algorithm do not have.
    case usageOfAlgorithm(KeyUsageBit, ObjectIdentifier)
    /// encipherOnly or decipherOnly without keyAgreement, which they modify.
    case usageWithoutAgreement(KeyUsageBit)
    /// Purposes, of which none is consistent with the key usages.
    case noConsistentPurpose
    /// A signature algorithm without the required NULL parameters.
    case missingNull(ObjectIdentifier)
    /// A fault in a qualifier of certificate policies.
    case policyText(PolicyTextFault)
    /// A policy mapping for a policy that the certificate does not have.
    case unstatedMapping(ObjectIdentifier)
    /// An extension for CA certificates in a certificate that is not a CA's.
    case extensionOfAuthorities(ObjectIdentifier)
    /// A distribution point named relative to its issuer.
    case relativeDistributionPoint
    /// A cRLIssuer that is not a directory name.
    case listIssuer
    /// A cRLIssuer that is the certificate's own issuer.
    case ownListIssuer
    /// A distribution point relative to one of several CRL issuers.
    case ambiguousDistributionPoint
    /// Distribution points, of which none covers all revocation reasons.
    case partialDistributionPoints
    /// A location of information with invalid syntax, in this extension.
    case location(String, of: ObjectIdentifier)
    /// A DNS name that is not in the public DNS.
    case internalName(String)
    /// A DNS name below a top-level domain that the Public Suffix List lacks.
    case unlistedDomain(String)
    /// An address in a block that IANA reserves.
    case reservedAddress(String)
    /// An onion service of version 2.
    case obsoleteOnion(String)
    /// The number of policies that the Baseline Requirements reserve; a certificate must have
    /// exactly one such policy.
    case reservedPolicies(count: Int)
    /// The policy anyPolicy in a server's certificate.
    case anyPolicyOfServer
}

/// A name of a certificate.
package enum NameField: String, Hashable, Sendable {
    case issuer, subject
}

extension Nonconformance: CustomStringConvertible {
    /// A lowercase fragment about a certificate.
    package var description: String {
        switch self {
        case .version(let version): "has version \(version)"
        case .missing(let identifier): "lacks \(identifier.shortName)"
        case .forbidden(let identifier): "has \(identifier.shortName), which is not allowed"
        case .criticality(let identifier, let isCritical):
            "has \(identifier.shortName) marked \(isCritical ? "" : "not ")critical"
        case .noKeyIdentifier: "has an authority key identifier without a key identifier"
        case .namedIssuer: "has an authority key identifier with an issuer or a serial number"
        case .foreignKeyIdentifier:
            "has an authority key identifier that is not its issuer's key identifier"
        case .issuerEncoding: "encodes the issuer name differently from the issuer's subject"
        case .uniqueIdentifier: "has a unique identifier"
        case .validityPeriod(let limit): "is valid for more than \(limit) days"
        case .pathLength: "has a path length but may not sign certificates"
        case .signingWithoutAuthority: "has the key usage keyCertSign but is not a CA"
        case .authorityAsEndEntity: "is a CA certificate"
        case .purpose(let identifier): "has the purpose \(identifier.shortName)"
        case .usage(let bit): "has the key usage \(bit.moduleName)"
        case .access(let method):
            "has information access by \(method.shortName) that no client follows"
        case .distributionPoint: "has a distribution point that no client follows"
        case .anyPolicyQualifier: "has an unknown qualifier of anyPolicy"
        case .nameSyntax(let name): "has the invalid alternative name \"\(name)\""
        case .nameBound(let type, let bound):
            "has a \(type.shortName) of more than \(bound) characters"
        case .nameKind: "has an alternative name that is neither a DNS name nor an address"
        case .wildcard(let name):
            "has the alternative name \"\(name)\", which covers a public suffix "
                + "(\(PublicSuffixList.edition))"
        case .commonName(let name):
            "has the common name \"\(name)\", which no alternative name repeats"
        case .commonNames(let count): "has \(count) common names"
        case .algorithmEncoding(let identifier):
            "has \(identifier.shortName) in an encoding that is not listed"
        case .digestOfCurve(let identifier):
            "is signed with \(identifier.shortName), which does not match the issuer's curve"
        case .attributeType(let type, let field):
            "has a \(type.shortName) in its \(field.rawValue) with a forbidden string type"
        case .obsoleteType(let type, let field):
            "has a \(type.shortName) in its \(field.rawValue) with a string type that new names "
                + "should not use"
        case .attributeLength(let type, let lengths, let field):
            "has a \(type.shortName) in its \(field.rawValue) that does not have "
                + "\(Self.words(lengths))"
        case .attributeSyntax(let type, let text, let field):
            "has the invalid \(type.shortName) \"\(text)\" in its \(field.rawValue)"
        case .severalAttributes(let field):
            "has a relative name with several attributes in its \(field.rawValue)"
        case .attributeOrder(let type):
            "has a \(type.shortName) in its subject in the wrong order"
        case .mailboxInSubject(let mailbox):
            "has the mailbox \"\(mailbox)\" in its subject but not in its subjectAltName"
        case .internationalLabel(let label): "has the label \"\(label)\", which is not an A-label"
        case .constraintForm(let form): "has a name constraint on \(form)"
        case .usageOfAlgorithm(let bit, let algorithm):
            "has the key usage \(bit.moduleName), which a key of \(algorithm.shortName) cannot have"
        case .usageWithoutAgreement(let bit):
            "has the key usage \(bit.moduleName) without keyAgreement"
        case .noConsistentPurpose: "has no purpose that its key usage allows"
        case .missingNull(let algorithm): "names \(algorithm.shortName) without NULL parameters"
        case .policyText(let fault): fault.description
        case .unstatedMapping(let policy):
            "maps the policy \(policy.shortName), which it does not have"
        case .extensionOfAuthorities(let identifier):
            "has \(identifier.shortName), which is only for CAs"
        case .relativeDistributionPoint:
            "has a distribution point that is named relative to its issuer"
        case .listIssuer: "has a distribution point whose cRLIssuer is not a directory name"
        case .ownListIssuer:
            "has a distribution point that names the certificate's own issuer as its cRLIssuer"
        case .ambiguousDistributionPoint:
            "has a distribution point that is named relative to one of several issuers"
        case .partialDistributionPoints:
            "has no distribution point that covers all revocation reasons"
        case .location(let name, let identifier):
            "has the invalid location \"\(name)\" in its \(identifier.shortName)"
        case .internalName(let name):
            "has the name \"\(name)\", which is not in the public DNS"
        case .unlistedDomain(let name):
            "has the name \"\(name)\", whose top-level domain is not in the public DNS "
                + "(\(PublicSuffixList.edition))"
        case .reservedAddress(let address):
            "has the address \(address), which is reserved"
        case .obsoleteOnion(let name): "has the name \"\(name)\", an onion service of version 2"
        case .reservedPolicies(count: 0):
            "has policies but none that the Baseline Requirements reserve"
        case .reservedPolicies(let count):
            "has \(count) policies that the Baseline Requirements reserve instead of one"
        case .anyPolicyOfServer: "has the policy anyPolicy but is not a CA"
        }
    }
}

extension Nonconformance {
    private static func words(_ lengths: ClosedRange<Int>) -> String {
        switch (lengths.lowerBound, lengths.upperBound) {
        case (let least, .max): "at least \(least) character\(least == 1 ? "" : "s")"
        case (let least, let most) where least == most: "\(least) characters"
        case (let least, let most): "\(least) to \(most) characters"
        }
    }
}
