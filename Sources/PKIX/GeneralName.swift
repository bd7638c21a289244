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
        case (0, true): self = try Self.otherName(&reader, tag)
        case (1, false): self = .email(try reader.ia5String(tag))
        case (2, false): self = .dns(try reader.ia5String(tag))
        case (3, true): self = .x400(try reader.next().content)
        case (4, true):
            // A CHOICE can only be tagged explicitly (X.680 §31.2.7).
            var inner = try reader.inside(reader.next())
            self = .directory(try EncodedName.skip(&inner))
            try inner.finish()
        case (5, true): self = .ediParty(try reader.next().content)
        case (6, false): self = .uri(try reader.ia5String(tag))
        case (7, false): self = .ip(try reader.next().content)
        case (8, false): self = .registeredID(try reader.objectIdentifier(tag))
        default: throw DERError(.unexpectedTag, at: reader.position)
        }
    }

    private static func otherName(
        _ reader: inout DERReader,
        _ tag: DERTag
    ) throws(DERError) -> GeneralName {
        var fields = try reader.inside(reader.next(tag))
        let type = try fields.objectIdentifier()
        let wrapper = try fields.next(.context(0, constructed: true))
        try fields.finish()
        var inner = try fields.inside(wrapper)
        let value = try inner.next().encoding
        try inner.finish()
        return .other(type: type, value: value)
    }

    /// GeneralNames: at least one (RFC 5280 §4.2.1.6), addresses of 4 or 16 octets.
    static func list(_ reader: inout DERReader) throws(DERError) -> [GeneralName] {
        let start = reader.position
        var names: [GeneralName] = []
        while !reader.isAtEnd {
            let name = try GeneralName(&reader)
            if case .ip(let octets) = name, octets.count != 4, octets.count != 16 {
                throw DERError(.badValue, at: octets.lowerBound)
            }
            names.append(name)
        }
        guard !names.isEmpty else { throw DERError(.emptySequence, at: start) }
        return names
    }
}
