/// BasicConstraints (RFC 5280 §4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
    package let isCA: Bool
    /// The pathLenConstraint; `Int.max`, which limits nothing, if it exceeds `Int`.
    package let pathLength: Int?

    init(_ reader: inout DERReader) throws(DERError) {
        let outer = try reader.enter(.sequence)
        isCA = try field("cA", reader.booleanDefaultFalse())
        pathLength =
            reader.isAtEnd ? nil : try field("pathLenConstraint", reader.nonNegativeInteger())
        try reader.leave(outer)
    }
}

/// KeyUsage (RFC 5280 §4.2.1.3); at least one bit is set.
package struct KeyUsage: Hashable, Sendable {
    /// The bits; bit 0 of the BIT STRING is the highest.
    private let bits: UInt16

    init(_ reader: inout DERReader) throws(DERError) {
        bits = try reader.nineNamedBits()
    }

    package func contains(_ usage: KeyUsageBit) -> Bool {
        bits & (0x8000 >> UInt16(usage.bit)) != 0
    }
}

/// AuthorityKeyIdentifier (RFC 5280 §4.2.1.1).
package struct AuthorityKeyIdentifier: Hashable, Sendable {
    /// The bytes of the issuer's key identifier.
    package let keyIdentifier: Range<Int>?
    /// The issuer and serial number of the issuer's certificate; both are present or both are
    /// absent.
    package let issuer: [GeneralName]?
    package let serial: Range<Int>?

    init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let outer = try reader.enter(.sequence)
        keyIdentifier = try field(
            "keyIdentifier",
            reader.nextIfPresent(.context(0, constructed: false))?.content
        )
        let names = DERTag.context(1, constructed: true)
        issuer =
            reader.nextTag == names
            ? try field("authorityCertIssuer", GeneralName.list(&reader, names)) : nil
        let number = DERTag.context(2, constructed: false)
        serial =
            reader.isAtEnd ? nil : try field("authorityCertSerialNumber", reader.integer(number))
        try reader.leave(outer)
        guard (issuer == nil) == (serial == nil) || reader.rules.contains(.forbiddenValues) else {
            throw DERError(.badValue, at: start)
        }
    }
}

/// NameConstraints (RFC 5280 §4.2.1.10): at least one of the two lists is present, and no list is
/// empty.
package struct NameConstraints: Hashable, Sendable {
    /// A GeneralSubtree: a name and all names below it.
    package struct Subtree: Hashable, Sendable {
        package let base: GeneralName
        /// Whether the subtree states a maximum or a non-zero minimum, which RFC 5280 does not use.
        package let hasDistance: Bool

        fileprivate init(_ reader: inout DERReader) throws(DERError) {
            let outer = try reader.enter(.sequence)
            base = try field("base", GeneralName(&reader))
            let minimum = try field("minimum", Self.minimum(&reader))
            let tag = DERTag.context(1, constructed: false)
            let hasMaximum = reader.nextTag == tag
            if hasMaximum { _ = try field("maximum", reader.nonNegativeInteger(tag)) }
            hasDistance = minimum != 0 || hasMaximum
            try reader.leave(outer)
        }

        /// Reads the minimum, `[0] IMPLICIT INTEGER DEFAULT 0`.
        private static func minimum(_ fields: inout DERReader) throws(DERError) -> Int {
            let tag = DERTag.context(0, constructed: false)
            guard fields.nextTag == tag else { return 0 }
            let start = fields.position
            let minimum = try fields.nonNegativeInteger(tag)
            if minimum == 0 { try fields.requireUnencoded(at: start) }
            return minimum
        }
    }

    package let permitted: [Subtree]
    package let excluded: [Subtree]

    init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let outer = try reader.enter(.sequence)
        permitted = try field("permittedSubtrees", Self.subtrees(0, &reader))
        excluded = try field("excludedSubtrees", Self.subtrees(1, &reader))
        try reader.leave(outer)
        guard !permitted.isEmpty || !excluded.isEmpty || reader.rules.contains(.emptyLists) else {
            throw DERError(.emptySequence, at: start)
        }
    }

    private static func subtrees(
        _ number: UInt8,
        _ fields: inout DERReader
    ) throws(DERError) -> [Subtree] {
        let tag = DERTag.context(number, constructed: true)
        return fields.nextTag == tag ? try fields.list(tag, of: Subtree.init) : []
    }
}

extension Certificate {
    /// Returns the issuerAltName (RFC 5280 §4.2.1.7), at least one name; nil without the extension.
    ///
    /// - Throws: `DERError` if the body is not GeneralNames.
    package func issuerAlternativeNames() throws(DERError) -> [GeneralName]? {
        try body(of: .issuerAlternativeName) { reader throws(DERError) in
            try GeneralName.list(&reader)
        }
    }
}
