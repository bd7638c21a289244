/// A GeneralName (RFC 5280 §4.2.1.6), as places.
package enum GeneralName: Hashable, Sendable {
    /// The content of type-id's OBJECT IDENTIFIER and the encoding of the value.
    case other(type: Range<Int>, value: Range<Int>)
    case email(Range<Int>)
    case dns(Range<Int>)
    /// An ORAddress, not taken apart.
    case x400(Range<Int>)
    /// The encoding of a Name.
    case directory(Range<Int>)
    /// An EDIPartyName, not taken apart.
    case ediParty(Range<Int>)
    case uri(Range<Int>)
    /// Octets of an address; in name constraints of address and mask.
    case ip(Range<Int>)
    /// The content octets of an OBJECT IDENTIFIER.
    case registeredID(Range<Int>)

    /// Reads the next element; lengths of iPAddress are the caller's to judge, since name
    /// constraints have others.
    init(_ reader: inout DERReader) throws(DERError) {
        guard let tag = reader.nextTag, tag.isContextSpecific else {
            throw DERError(.unexpectedTag, at: reader.position)
        }
        switch (tag.number, tag.isConstructed) {
        case (0, true): self = try field("otherName", Self.otherName(&reader))
        case (1, false): self = .email(try field("rfc822Name", reader.ia5String(tag)))
        case (2, false): self = .dns(try field("dNSName", reader.ia5String(tag)))
        case (3, true): self = .x400(try field("x400Address", reader.next().content))
        case (4, true): self = .directory(try field("directoryName", Self.name(&reader)))
        case (5, true): self = .ediParty(try field("ediPartyName", reader.next().content))
        case (6, false):
            self = .uri(try field("uniformResourceIdentifier", reader.ia5String(tag)))
        case (7, false): self = .ip(try field("iPAddress", reader.next().content))
        case (8, false):
            self = .registeredID(try field("registeredID", reader.objectIdentifier(tag)))
        default: throw DERError(.unexpectedTag, at: reader.position)
        }
    }

    private static func otherName(_ reader: inout DERReader) throws(DERError) -> GeneralName {
        var fields = try reader.inside(reader.next())
        let type = try field("type-id", fields.objectIdentifier())
        let wrapper = try field("value", fields.next(.context(0, constructed: true)))
        try fields.finish()
        var inner = try field("value", fields.inside(wrapper))
        let value = try field("value", inner.next().encoding)
        try field("value", inner.finish())
        return .other(type: type, value: value)
    }

    /// A CHOICE can only be tagged explicitly (X.680 §31.2.7).
    private static func name(_ reader: inout DERReader) throws(DERError) -> Range<Int> {
        var inner = try reader.inside(reader.next())
        let name = try EncodedName.skip(&inner)
        try inner.finish()
        return name
    }

    /// Reads GeneralNames: at least one (RFC 5280 §4.2.1.6), addresses of 4 or 16 octets.
    static func list(
        _ reader: inout DERReader,
        _ tag: DERTag = .sequence
    ) throws(DERError) -> [GeneralName] {
        try reader.list(tag) { reader throws(DERError) in
            let name = try GeneralName(&reader)
            if case .ip(let octets) = name, octets.count != 4, octets.count != 16 {
                throw DERError(.badValue, at: octets.lowerBound, in: "iPAddress")
            }
            return name
        }
    }
}

extension Certificate {
    /// issuerAltName (RFC 5280 §4.2.1.7), at least one name; nil where the extension is absent.
    ///
    /// - Throws: `DERError` for a body that is no GeneralNames.
    package func issuerAlternativeNames() throws(DERError) -> [GeneralName]? {
        try body(of: .issuerAlternativeName) { reader throws(DERError) in
            try GeneralName.list(&reader)
        }
    }
}
