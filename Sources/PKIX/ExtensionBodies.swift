/// BasicConstraints (RFC 5280 §4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
    package let isCA: Bool
    /// pathLenConstraint; what exceeds `Int` is `Int.max`, which limits nothing.
    package let pathLength: Int?

    init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        isCA = try field("cA", fields.booleanDefaultFalse())
        pathLength =
            fields.isAtEnd ? nil : try field("pathLenConstraint", fields.nonNegativeInteger())
        try fields.finish()
    }
}

/// KeyUsage (RFC 5280 §4.2.1.3), at least one bit set.
package struct KeyUsage: Hashable, Sendable {
    /// Bit 0 of the BIT STRING is the highest.
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
    /// The octets of the issuer's key identifier.
    package let keyIdentifier: Range<Int>?
    /// The issuer's issuer and serial number, which stand together or not at all.
    package let issuer: [GeneralName]?
    package let serial: Range<Int>?

    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.next(.sequence)
        var fields = try reader.inside(element)
        keyIdentifier = try field(
            "keyIdentifier",
            fields.nextIfPresent(.context(0, constructed: false))?.content
        )
        let names = DERTag.context(1, constructed: true)
        issuer =
            fields.nextTag == names
            ? try field("authorityCertIssuer", GeneralName.list(&fields, names)) : nil
        let number = DERTag.context(2, constructed: false)
        serial =
            fields.isAtEnd ? nil : try field("authorityCertSerialNumber", fields.integer(number))
        try fields.finish()
        guard (issuer == nil) == (serial == nil) else {
            throw DERError(.badValue, at: element.header.lowerBound)
        }
    }
}

/// NameConstraints (RFC 5280 §4.2.1.10): at least one of the lists, neither of them empty.
package struct NameConstraints: Hashable, Sendable {
    package struct Subtree: Hashable, Sendable {
        package let base: GeneralName
        /// Whether a minimum other than 0 or a maximum is stated, which no profile uses.
        package let hasDistance: Bool

        fileprivate init(_ reader: inout DERReader) throws(DERError) {
            var fields = try reader.inside(reader.next(.sequence))
            base = try field("base", GeneralName(&fields))
            let minimum = try field("minimum", Self.minimum(&fields))
            let tag = DERTag.context(1, constructed: false)
            let hasMaximum = fields.nextTag == tag
            if hasMaximum { _ = try field("maximum", fields.nonNegativeInteger(tag)) }
            hasDistance = minimum != 0 || hasMaximum
            try fields.finish()
        }

        /// `[0] IMPLICIT INTEGER DEFAULT 0`.
        private static func minimum(_ fields: inout DERReader) throws(DERError) -> Int {
            let tag = DERTag.context(0, constructed: false)
            guard fields.nextTag == tag else { return 0 }
            let start = fields.position
            let minimum = try fields.nonNegativeInteger(tag)
            guard minimum != 0 else { throw DERError(.encodedDefault, at: start) }
            return minimum
        }
    }

    package let permitted: [Subtree]
    package let excluded: [Subtree]

    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.next(.sequence)
        var fields = try reader.inside(element)
        permitted = try field("permittedSubtrees", Self.subtrees(0, &fields))
        excluded = try field("excludedSubtrees", Self.subtrees(1, &fields))
        try fields.finish()
        guard !(permitted.isEmpty && excluded.isEmpty) else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
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
