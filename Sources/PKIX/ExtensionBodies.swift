/// BasicConstraints (RFC 5280 §4.2.1.9).
package struct BasicConstraints: Hashable, Sendable {
    package let isCA: Bool
    /// pathLenConstraint; what exceeds `Int` is `Int.max`, which limits nothing.
    package let pathLength: Int?

    init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        isCA = try fields.booleanDefaultFalse()
        pathLength = fields.isAtEnd ? nil : try fields.nonNegativeInteger()
        try fields.finish()
    }
}

/// KeyUsage (RFC 5280 §4.2.1.3), at least one bit set.
package struct KeyUsage: Hashable, Sendable {
    /// Bit 0 of the BIT STRING is the highest.
    private let bits: UInt16

    init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let (octets, unused) = try reader.bitString()
        // Named bits end with the last that is set (X.690 §11.2.2), and there are nine.
        guard (1...2).contains(octets.count),
            reader.bytes[octets.upperBound - 1] & (1 << unused) != 0,
            octets.count == 1 || unused == 7
        else { throw DERError(.badBitString, at: start) }
        let second = octets.count == 2 ? reader.bytes[octets.lowerBound + 1] : 0
        bits = UInt16(reader.bytes[octets.lowerBound]) << 8 | UInt16(second)
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
        keyIdentifier = try fields.nextIfPresent(.context(0, constructed: false))?.content
        if let names = try fields.nextIfPresent(.context(1, constructed: true)) {
            var inner = try fields.inside(names)
            issuer = try GeneralName.list(&inner)
        } else {
            issuer = nil
        }
        serial = fields.isAtEnd ? nil : try fields.integer(.context(2, constructed: false))
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
            base = try GeneralName(&fields)
            let minimum = DERTag.context(0, constructed: false)
            let maximum = DERTag.context(1, constructed: false)
            var hasDistance = false
            if fields.nextTag == minimum {
                let start = fields.position
                guard try fields.nonNegativeInteger(minimum) != 0 else {
                    throw DERError(.encodedDefault, at: start)
                }
                hasDistance = true
            }
            if fields.nextTag == maximum {
                _ = try fields.nonNegativeInteger(maximum)
                hasDistance = true
            }
            self.hasDistance = hasDistance
            try fields.finish()
        }
    }

    package let permitted: [Subtree]
    package let excluded: [Subtree]

    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.next(.sequence)
        var fields = try reader.inside(element)
        permitted = try Self.subtrees(0, &fields)
        excluded = try Self.subtrees(1, &fields)
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
        guard let element = try fields.nextIfPresent(tag) else { return [] }
        var inner = try fields.inside(element)
        var subtrees: [Subtree] = []
        while !inner.isAtEnd { subtrees.append(try Subtree(&inner)) }
        guard !subtrees.isEmpty else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        return subtrees
    }
}
