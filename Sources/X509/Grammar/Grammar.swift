/// The parts of an element, by the field names of its ASN.1 module.
///
/// The modules define certificates (RFC 5280 §4.1), CRLs and OCSP responses. A grammar only names
/// parts and does not validate them. DER edits (`raw:`) find elements by the grammar, and outlines
/// take their labels from the grammar.
///
/// ```swift
/// static let validity = Grammar.fields([Field("notBefore"), Field("notAfter")])
/// ```
package indirect enum Grammar: Sendable {
    /// Any element: its parts have indexes but no names.
    case value
    /// A SEQUENCE of these fields, in order.
    case fields([Field])
    /// A SEQUENCE OF or SET OF.
    case list(Grammar)
    /// A tag or OCTET STRING around one element.
    case wrapper(Grammar)
    /// A choice of alternatives, distinguished by tag; edits cannot name the alternative.
    case choice([Field])
    /// An Extension with this identifier, or with any identifier.
    case `extension`(ObjectIdentifier?)

    /// A part of a SEQUENCE, or an alternative.
    package struct Field: Sendable {
        package let name: String
        package let grammar: Grammar
        /// The identifier byte of an optional field, or 0 if any byte is allowed; nil for a field
        /// that is not optional.
        package let tag: UInt8?
        package let isOptional: Bool
        /// Whether a path can leave this field out and name its inner fields directly.
        package let isTransparent: Bool

        package init(
            _ name: String,
            _ grammar: Grammar = .value,
            optional tag: UInt8? = nil,
            isTransparent: Bool = false
        ) {
            self.name = name
            self.grammar = grammar
            self.tag = tag
            isOptional = tag != nil
            self.isTransparent = isTransparent
        }

        /// Returns an optional field with any tag, which must be the last of its SEQUENCE.
        package static func rest(_ name: String) -> Field {
            Field(name, optional: 0)
        }

        /// Whether an element with this identifier byte can be this field.
        package func fits(_ byte: UInt8) -> Bool {
            guard let tag, tag != 0 else { return true }
            return tag == byte
        }
    }
}

// Look-ups in the grammar, for static checks of paths.
extension Grammar {
    /// The grammar of an element that a path names by its index; `value` if its grammar is unknown.
    package var element: Grammar? {
        switch self {
        case .value, .fields, .choice: .value
        case .list(let element): element
        case .wrapper(let inner): inner.element
        case .extension(let identifier):
            identifier.map { Grammar.value(of: $0) }?.element ?? .value
        }
    }

    /// Returns the alternative for an element with this identifier byte; nil if no alternative fits
    /// or this grammar is not a choice.
    package func alternative(_ byte: UInt8) -> Field? {
        guard case .choice(let alternatives) = self else { return nil }
        return alternatives.first { $0.fits(byte) }
    }

    /// Returns the grammar of a field by name; nil if there is no such field.
    package func field(_ name: String) -> Grammar? {
        switch self {
        case .value, .choice: return nil
        case .fields(let fields):
            if let field = fields.first(where: { $0.name == name }) { return field.grammar }
            return fields.filter(\.isTransparent).lazy.compactMap { $0.grammar.field(name) }.first
        case .list(.extension):
            return ObjectIdentifier(extensionFieldName: name).map { .extension($0) }
        case .list: return nil
        case .wrapper(let inner): return name == "value" ? inner : inner.field(name)
        // If a path names an extension only by its index, any field may be valid.
        case .extension(nil): return .value
        case .extension(let identifier?): return Grammar.extensionFields(identifier).field(name)
        }
    }

    /// The names of the fields for which `field` returns a grammar, each name once; extensions are
    /// listed only by their names in the ASN.1 modules.
    package var fieldNames: [String] {
        switch self {
        case .value, .choice: []
        case .fields(let fields):
            (fields.map(\.name) + fields.filter(\.isTransparent).flatMap(\.grammar.fieldNames))
                .reduce(into: []) { names, name in
                    // A field with two types is listed twice.
                    if !names.contains(name) { names.append(name) }
                }
        case .list(.extension): ObjectIdentifier.extensionFieldNames.map(\.name)
        case .list: []
        case .wrapper(let inner): ["value"] + inner.fieldNames
        case .extension(let identifier): Grammar.extensionFields(identifier).fieldNames
        }
    }
}

// RFC 5280 §4.1.
extension Grammar {
    package static let certificate = Grammar.fields([
        Field("tbsCertificate", tbsCertificate, isTransparent: true),
        Field("signatureAlgorithm", algorithmIdentifier),
        Field("signatureValue"),
    ])

    static let tbsCertificate = Grammar.fields([
        Field("version", .wrapper(.value), optional: 0xa0),
        Field("serialNumber"),
        Field("signature", algorithmIdentifier),
        Field("issuer", name),
        Field("validity", .fields([Field("notBefore"), Field("notAfter")])),
        Field("subject", name),
        Field("subjectPublicKeyInfo", subjectPublicKeyInfo),
        Field("issuerUniqueID", optional: 0x81),
        Field("subjectUniqueID", optional: 0x82),
        Field("extensions", .wrapper(.list(.extension(nil))), optional: 0xa3),
    ])

    /// SubjectPublicKeyInfo (§4.1.2.7).
    package static let subjectPublicKeyInfo = Grammar.fields([
        Field("algorithm", algorithmIdentifier), Field("subjectPublicKey"),
    ])

    static let algorithmIdentifier = Grammar.fields([
        Field("algorithm"), .rest("parameters"),
    ])

    static let name = Grammar.list(.list(.fields([Field("type"), Field("value")])))

    /// Returns the fields of an Extension.
    package static func extensionFields(_ identifier: ObjectIdentifier?) -> Grammar {
        let value = identifier.map { Grammar.value(of: $0) } ?? .value
        return .fields([
            Field("extnID"),
            Field("critical", optional: 0x01),
            Field("extnValue", .wrapper(value), isTransparent: true),
        ])
    }

    /// Returns the grammar of the content of extnValue (RFC 5280 §4.2).
    private static func value(of identifier: ObjectIdentifier) -> Grammar {
        switch identifier {
        case .basicConstraints:
            .fields([Field("cA", optional: 0x01), Field("pathLenConstraint", optional: 0x02)])
        case .authorityKeyIdentifier:
            .fields([
                Field("keyIdentifier", optional: 0x80),
                Field("authorityCertIssuer", .list(generalName), optional: 0xa1),
                Field("authorityCertSerialNumber", optional: 0x82),
            ])
        case .nameConstraints:
            .fields([
                Field("permittedSubtrees", subtrees, optional: 0xa0),
                Field("excludedSubtrees", subtrees, optional: 0xa1),
            ])
        case .policyConstraints:
            .fields([
                Field("requireExplicitPolicy", optional: 0x80),
                Field("inhibitPolicyMapping", optional: 0x81),
            ])
        case .certificatePolicies:
            .list(
                .fields([
                    Field("policyIdentifier"), Field("policyQualifiers", qualifiers, optional: 0),
                ])
            )
        case .policyMappings:
            .list(.fields([Field("issuerDomainPolicy"), Field("subjectDomainPolicy")]))
        case .crlDistributionPoints, .freshestCRL:
            .list(
                .fields([
                    Field("distributionPoint", .list(pointName), optional: 0xa0),
                    Field("reasons", optional: 0x81),
                    Field("cRLIssuer", .list(generalName), optional: 0xa2),
                ])
            )
        case .issuingDistributionPoint:
            .fields([
                Field("distributionPoint", .list(pointName), optional: 0xa0),
                Field("onlyContainsUserCerts", optional: 0x81),
                Field("onlyContainsCACerts", optional: 0x82),
                Field("onlySomeReasons", optional: 0x83),
                Field("indirectCRL", optional: 0x84),
                Field("onlyContainsAttributeCerts", optional: 0x85),
            ])
        case .authorityInformationAccess, .subjectInformationAccess:
            .list(.fields([Field("accessMethod"), Field("accessLocation", generalName)]))
        case .subjectAlternativeName, .issuerAlternativeName, .certificateIssuer:
            .list(generalName)
        case .extendedKeyUsage, .tlsFeature: .list(.value)
        case .subjectDirectoryAttributes:
            .list(.fields([Field("type"), Field("values", .list(.value))]))
        case .privateKeyUsagePeriod:
            .fields([Field("notBefore", optional: 0x80), Field("notAfter", optional: 0x81)])
        case .addressBlocks:
            .list(.fields([Field("addressFamily"), Field("ipAddressChoice")]))
        case .autonomousSystems:
            .fields([
                Field("asnum", .wrapper(.value), optional: 0xa0),
                Field("rdi", .wrapper(.value), optional: 0xa1),
            ])
        default: .value
        }
    }

    private static let subtrees = Grammar.list(
        .fields([
            Field("base", generalName), Field("minimum", optional: 0x80),
            Field("maximum", optional: 0x81),
        ])
    )

    private static let qualifiers = Grammar.list(
        .fields([Field("policyQualifierId"), Field("qualifier")])
    )

    /// GeneralName (§4.2.1.6); its directoryName is tagged explicitly.
    static let generalName = Grammar.choice([
        Field(
            "otherName",
            .fields([Field("type-id"), Field("value", .wrapper(.value))]),
            optional: 0xa0
        ),
        Field("rfc822Name", optional: 0x81),
        Field("dNSName", optional: 0x82),
        Field("x400Address", optional: 0xa3),
        Field("directoryName", .wrapper(name), optional: 0xa4),
        Field("ediPartyName", optional: 0xa5),
        Field("uniformResourceIdentifier", optional: 0x86),
        Field("iPAddress", optional: 0x87),
        Field("registeredID", optional: 0x88),
    ])

    /// DistributionPointName (§4.2.1.13).
    private static let pointName = Grammar.choice([
        Field("fullName", .list(generalName), optional: 0xa0),
        Field("nameRelativeToCRLIssuer", optional: 0xa1),
    ])
}

extension ObjectIdentifier {
    /// The extensions by their names in the ASN.1 modules (RFC 5280 §A).
    package static let extensionFieldNames: [(name: String, identifier: ObjectIdentifier)] = [
        ("basicConstraints", .basicConstraints),
        ("keyUsage", .keyUsage),
        ("extKeyUsage", .extendedKeyUsage),
        ("subjectAltName", .subjectAlternativeName),
        ("issuerAltName", .issuerAlternativeName),
        ("nameConstraints", .nameConstraints),
        ("subjectKeyIdentifier", .subjectKeyIdentifier),
        ("authorityKeyIdentifier", .authorityKeyIdentifier),
        ("certificatePolicies", .certificatePolicies),
        ("policyMappings", .policyMappings),
        ("policyConstraints", .policyConstraints),
        ("inhibitAnyPolicy", .inhibitAnyPolicy),
        ("cRLDistributionPoints", .crlDistributionPoints),
        ("freshestCRL", .freshestCRL),
        ("authorityInfoAccess", .authorityInformationAccess),
        ("subjectInfoAccess", .subjectInformationAccess),
        ("cRLNumber", .crlNumber),
        ("cRLReason", .reasonCode),
        ("invalidityDate", .invalidityDate),
        ("deltaCRLIndicator", .deltaCRLIndicator),
        ("issuingDistributionPoint", .issuingDistributionPoint),
        ("certificateIssuer", .certificateIssuer),
    ]

    /// Finds an extension by its module name, by its word in scenario files, or by dotted decimal.
    package init?(extensionFieldName name: String) {
        if let known = Self.extensionFieldNames.first(where: { $0.name == name }) {
            self = known.identifier
        } else {
            self.init(extensionWord: name)
        }
    }

    /// The name in the module, otherwise the word in scenario files, otherwise dotted decimal.
    package var extensionFieldName: String {
        Self.extensionFieldNames.first { $0.identifier == self }?.name ?? extensionWord
    }
}
