import X509

// Requirements of RFC 5280 on the names that CAs write. Path validation does not apply these rules.
extension PathCheck {
    static let attributeTypes = PathCheck(
        "attribute-types",
        about: "Attributes of the issuer and the subject have the string types of their "
            + "definitions: PrintableString for C, serialNumber and dnQualifier, IA5String for DC "
            + "and emailAddress, DirectoryString for others.",
        source: "RFC 5280 §4.1.2.4, §4.1.2.6, Appendix A.1"
    ) { joining throws(Rejection) in
        for attribute in joining.certificate.judgedAttributes {
            guard !attribute.rule.allows(attribute.tag) else { continue }
            try joining.report(
                joining.nonconforming(.attributeType(attribute.type, of: attribute.owner))
            )
        }
    }

    static let attributeLengths = PathCheck(
        "attribute-lengths",
        about: "Attributes of the issuer and the subject have at least one character and at most "
            + "the number that their definitions allow; C has two.",
        source: "RFC 5280 Appendix A.1"
    ) { joining throws(Rejection) in
        for attribute in joining.certificate.judgedAttributes {
            // The rule on types reports an attribute that is not text.
            guard let length = attribute.length, !attribute.rule.lengths.contains(length) else {
                continue
            }
            // The rule on bounds reports a subject attribute that is too long.
            if attribute.owner == .subject, length > attribute.rule.lengths.upperBound,
                PathCheck.isBounded(attribute.type)
            {
                continue
            }
            try joining.report(
                joining.nonconforming(
                    .attributeLength(
                        attribute.type,
                        attribute.rule.lengths,
                        of: attribute.owner
                    )
                )
            )
        }
    }

    static let attributeSyntax = PathCheck(
        "attribute-syntax",
        about: "In the issuer and the subject, C is two capital letters, DC is one domain label, "
            + "and emailAddress is a mailbox.",
        source: "RFC 5280 §4.1.2.6, §7.3, Appendix A.1; ISO 3166-1; RFC 4519 §2.4; RFC 5321 §4.1.2"
    ) { joining throws(Rejection) in
        for attribute in joining.certificate.judgedAttributes {
            guard let fault = attribute.syntaxFault else { continue }
            try joining.report(joining.nonconforming(fault))
        }
    }

    static let subjectMailbox = PathCheck(
        "subject-mailbox",
        about: "A mailbox in the subject is also an rfc822Name in subjectAltName.",
        source: "RFC 5280 §4.1.2.6"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let presented = Set(
            (certificate.extensions.subjectAlternativeNames ?? []).compactMap { name in
                if case .email(let bytes) = name {
                    certificate.der[bytes].map(lowercased)
                } else {
                    nil
                }
            }
        )
        for attribute in certificate.judgedAttributes
        where attribute.owner == .subject && attribute.type == .emailAddress {
            guard !presented.contains(attribute.bytes.map(lowercased)) else { continue }
            let text = String(decoding: attribute.bytes, as: UTF8.self)
            try joining.report(joining.nonconforming(.mailboxInSubject(text)))
        }
    }

    static let locationSyntax = PathCheck(
        "location-syntax",
        about: "URIs and other names in distribution points and information access have valid "
            + "syntax; an LDAP URI names an entry and attributes, and may omit its host.",
        source: "RFC 5280 §4.2.1.13, §4.2.2.1, §4.2.2.2, §4.2.1.6"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for (identifier, name) in certificate.locations {
            guard let text = NameSyntax.locationFault(of: name, in: certificate.der) else {
                continue
            }
            try joining.report(joining.nonconforming(.location(text, of: identifier)))
        }
    }

    static let internationalNames = PathCheck(
        "international-names",
        about:
            "Labels of alternative names and name constraints that begin with xn-- are A-labels: "
            + "Punycode of a label whose characters, normalization, contexts and directions "
            + "IDNA2008 allows.",
        source: "RFC 5280 §7.2, §7.3; RFC 9549 §2; RFC 5891 §4.2; RFC 5892; RFC 5893 §2"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let names =
            (certificate.extensions.subjectAlternativeNames ?? [])
            + ((try? certificate.issuerAlternativeNames()) ?? [])
        let hosts =
            names.compactMap { $0.host(in: certificate.der) }
            + certificate.constrainedBases.compactMap { $0.constrainedHost(in: certificate.der) }
        for host in hosts {
            for label in host.split(separator: UInt8(ascii: "."))
            where label.prefix(4).map(lowercased).elementsEqual("xn--".utf8) {
                guard !ULabel.isALabel(label) else { continue }
                let text = String(decoding: label, as: UTF8.self)
                try joining.report(joining.nonconforming(.internationalLabel(text)))
            }
        }
    }

    static let constraintForms = PathCheck(
        "constraint-forms",
        about: "Name constraints on URIs are domain names.",
        source: "RFC 5280 §4.2.1.10"
    ) { joining throws(Rejection) in
        for base in joining.certificate.constrainedBases {
            guard case .uri(let place) = base else { continue }
            let host = joining.certificate.der[place]
            // "The constraint MUST be specified as a fully qualified domain name."
            let isDomain =
                IPAddress.bytes(String(decoding: host, as: UTF8.self)) == nil
                && !host.contains(UInt8(ascii: ":"))
                && host.split(separator: UInt8(ascii: ".")).last?.allSatisfy(isDigit) == false
            guard !isDomain else { continue }
            let form = "a URI by \"\(String(decoding: host, as: UTF8.self))\""
            try joining.report(joining.nonconforming(.constraintForm(form)))
        }
    }
}

/// An attribute of a name, and the rule for its type.
struct JudgedAttribute {
    let owner: NameField
    let type: ObjectIdentifier
    let tag: DERTag
    let bytes: ArraySlice<UInt8>
    /// The length of the value in characters; nil if the value is not text.
    let length: Int?
    let rule: AttributeRule
}

extension JudgedAttribute {
    /// Returns the attributes of a name that have a rule.
    static func all(
        of name: EncodedName,
        _ owner: NameField,
        by rules: [ObjectIdentifier: AttributeRule] = AttributeRule.catalogue
    ) -> [JudgedAttribute] {
        name.relativeNames.joined().compactMap { attribute -> JudgedAttribute? in
            let type = ObjectIdentifier(content: Array(name.bytes[attribute.type]))
            guard let rule = rules[type] else { return nil }
            return JudgedAttribute(
                owner: owner,
                type: type,
                tag: attribute.value.tag,
                bytes: name.bytes[attribute.value.content],
                length: name.text(of: attribute.value)?.unicodeScalars.count,
                rule: rule
            )
        }
    }

    /// The violation of the attribute's rule; nil for no violation.
    ///
    /// The string type is checked first.
    var fault: Nonconformance? {
        if !rule.allows(tag) { return .attributeType(type, of: owner) }
        if let length, !rule.lengths.contains(length) {
            return .attributeLength(type, rule.lengths, of: owner)
        }
        return syntaxFault
    }

    /// The violation of the attribute type's syntax; nil for no violation, and for a value of a
    /// wrong string type or length.
    ///
    /// Few attribute types have a syntax.
    fileprivate var syntaxFault: Nonconformance? {
        guard let length, rule.lengths.contains(length), rule.allows(tag), !isInSyntax else {
            return nil
        }
        return .attributeSyntax(type, String(decoding: bytes, as: UTF8.self), of: owner)
    }

    private var isInSyntax: Bool {
        switch type {
        case .country: bytes.allSatisfy { (0x41...0x5a).contains($0) }
        case .domainComponent: NameSyntax.isLabel(bytes)
        case .emailAddress: NameSyntax.isMailbox(bytes)
        default: true
        }
    }
}

/// The definition of an attribute type, such as those in RFC 5280 Appendix A.1.
struct AttributeRule {
    /// The string types that an attribute may have; `current` omits the types that `directory`
    /// allows only for existing names.
    enum Form { case directory, current, printable, ia5 }

    let form: Form
    let lengths: ClosedRange<Int>

    /// Whether the attribute may have this string type; old DirectoryString types remain allowed
    /// for existing names.
    func allows(_ tag: DERTag) -> Bool {
        switch form {
        case .printable: tag == .printableString
        case .ia5: tag == .ia5String
        case .current: tag == .utf8String || tag == .printableString
        case .directory:
            tag == .utf8String || tag == .printableString || isObsolete(tag)
        }
    }

    /// Whether a DirectoryString has a type that new subjects should not use (§4.1.2.4).
    func isObsolete(_ tag: DERTag) -> Bool {
        form == .directory && [.teletexString, .bmpString, .universalString].contains(tag)
    }

    init(_ form: Form, _ longest: Int, least: Int = 1) {
        (self.form, lengths) = (form, least...longest)
    }

    static let catalogue: [ObjectIdentifier: AttributeRule] = [
        .commonName: AttributeRule(.directory, 64), .organization: AttributeRule(.directory, 64),
        .organizationalUnit: AttributeRule(.directory, 64), .title: AttributeRule(.directory, 64),
        .locality: AttributeRule(.directory, 128),
        .stateOrProvince: AttributeRule(.directory, 128),
        .pseudonym: AttributeRule(.directory, 128), .name: AttributeRule(.directory, 32_768),
        .surname: AttributeRule(.directory, 32_768), .givenName: AttributeRule(.directory, 32_768),
        .initials: AttributeRule(.directory, 32_768),
        .generationQualifier: AttributeRule(.directory, 32_768),
        .country: AttributeRule(.printable, 2, least: 2),
        .serialNumber: AttributeRule(.printable, 64),
        .distinguishedNameQualifier: AttributeRule(.printable, .max),
        .domainComponent: AttributeRule(.ia5, .max), .emailAddress: AttributeRule(.ia5, 255),
    ]
}

extension Certificate {
    /// The attributes of the issuer and the subject whose types RFC 5280 defines.
    var judgedAttributes: [JudgedAttribute] {
        JudgedAttribute.all(of: issuerName, .issuer)
            + JudgedAttribute.all(of: subjectName, .subject)
    }
}

extension Certificate {
    /// The names that locate CRLs and other information, with their extensions.
    fileprivate var locations: [(extension: ObjectIdentifier, name: GeneralName)] {
        var locations: [(extension: ObjectIdentifier, name: GeneralName)] = []
        for identifier in [ObjectIdentifier.crlDistributionPoints, .freshestCRL] {
            for point in (try? distributionPoints(identifier)) ?? [] {
                guard case .full(let names)? = point.name else { continue }
                locations += names.map { (identifier, $0) }
            }
        }
        for identifier in [
            ObjectIdentifier.authorityInformationAccess, .subjectInformationAccess,
        ] {
            for entry in (try? informationAccess(identifier)) ?? [] {
                locations.append((identifier, entry.location))
            }
        }
        return locations
    }
}

extension GeneralName {
    /// Returns the host in the name: a DNS name, or the domain of a mailbox or a URI; nil if the
    /// name has no host.
    fileprivate func host(in der: [UInt8]) -> ArraySlice<UInt8>? {
        switch self {
        case .dns(let place): der[place]
        case .email(let place):
            der[place].lastIndex(of: UInt8(ascii: "@")).map { der[($0 + 1)..<place.upperBound] }
        case .uri(let place): URIHost.text(of: der[place])
        default: nil
        }
    }

    /// Returns the host or domain in the base of a name constraint; nil if the base has no host.
    fileprivate func constrainedHost(in der: [UInt8]) -> ArraySlice<UInt8>? {
        switch self {
        case .dns(let place), .email(let place), .uri(let place):
            der[place].lastIndex(of: UInt8(ascii: "@")).map { der[($0 + 1)..<place.upperBound] }
                ?? der[place]
        default: nil
        }
    }
}

extension Certificate {
    /// The bases of the name constraints.
    var constrainedBases: [GeneralName] {
        let constraints = extensions.nameConstraints
        return ((constraints?.permitted ?? []) + (constraints?.excluded ?? [])).map(\.base)
    }
}
