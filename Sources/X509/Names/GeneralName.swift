/// A GeneralName (RFC 5280 §4.2.1.6), as ranges.
package enum GeneralName: Hashable, Sendable {
    /// The content of type-id's OBJECT IDENTIFIER and the encoding of the value.
    ///
    /// With `opaqueNames`, any other content is also accepted; the type is then empty.
    case other(type: Range<Int>, value: Range<Int>)
    case email(Range<Int>)
    case dns(Range<Int>)
    /// The content of an ORAddress, which is not decoded further.
    case x400(Range<Int>)
    /// The encoding of a Name.
    case directory(Range<Int>)
    /// The content of an EDIPartyName.
    case ediParty(Range<Int>)
    case uri(Range<Int>)
    /// The bytes of an address; in name constraints, the bytes of an address and its mask.
    case ip(Range<Int>)
    /// The content bytes of an OBJECT IDENTIFIER.
    case registeredID(Range<Int>)

    /// Reads the next element.
    ///
    /// The caller checks the length of an iPAddress, because name constraints use other lengths.
    init(_ reader: inout DERReader) throws(DERError) {
        guard let tag = reader.nextTag, tag.isContextSpecific else {
            throw DERError(.unexpectedTag, at: reader.position)
        }
        switch (tag.number, tag.isConstructed) {
        case (0, true):
            self = try field(
                "otherName",
                Self.opaque(&reader, Self.otherName) { .other(type: $0.prefix(0), value: $0) }
            )
        case (1, false): self = .email(try field("rfc822Name", reader.ia5String(tag)))
        case (2, false): self = .dns(try field("dNSName", reader.ia5String(tag)))
        case (3, true):
            self = try field("x400Address", Self.opaque(&reader, Self.address, Self.x400))
        case (4, true): self = .directory(try field("directoryName", Self.name(&reader)))
        case (5, true):
            self = try field("ediPartyName", Self.opaque(&reader, Self.party, Self.ediParty))
        case (6, false):
            self = .uri(try field("uniformResourceIdentifier", reader.ia5String(tag)))
        case (7, false): self = .ip(try field("iPAddress", reader.next().content))
        case (8, false):
            self = .registeredID(try field("registeredID", reader.objectIdentifier(tag)))
        default: throw DERError(.unexpectedTag, at: reader.position)
        }
    }

    /// Reads a name of a form that no rule compares; `opaqueNames` allows any content.
    private static func opaque(
        _ reader: inout DERReader,
        _ read: (inout DERReader) throws(DERError) -> GeneralName,
        _ unread: (Range<Int>) -> GeneralName
    ) throws(DERError) -> GeneralName {
        let start = reader
        do throws(DERError) {
            return try read(&reader)
        } catch {
            reader = start
            guard reader.rules.contains(.opaqueNames) else { throw error }
            return unread(try reader.next().content)
        }
    }

    private static func otherName(_ reader: inout DERReader) throws(DERError) -> GeneralName {
        let outer = try reader.enter(reader.next())
        let type = try field("type-id", reader.objectIdentifier())
        let value = try field(
            "value",
            reader.explicit(0) { inner throws(DERError) in try inner.next().encoding }
        )
        guard let value else {
            throw DERError(.unexpectedTag, at: reader.position, in: "value")
        }
        try reader.leave(outer)
        return .other(type: type, value: value)
    }

    /// Reads a Name in an explicit tag: a CHOICE can only be tagged explicitly (X.680 §31.2.7).
    private static func name(_ reader: inout DERReader) throws(DERError) -> Range<Int> {
        let outer = try reader.enter(reader.next())
        let name = try EncodedName.skip(&reader)
        try reader.leave(outer)
        return name
    }

    /// Reads an ORAddress without decoding its three parts: built-in, domain-defined and extension
    /// attributes.
    private static func address(_ reader: inout DERReader) throws(DERError) -> GeneralName {
        let element = try reader.next()
        let outer = try reader.enter(element)
        _ = try field("built-in-standard-attributes", reader.next(.sequence))
        try field("built-in-domain-defined-attributes", Self.skipList(&reader, .sequence))
        try field("extension-attributes", Self.skipList(&reader, .set))
        try reader.leave(outer)
        return .x400(element.content)
    }

    /// Skips an optional list with at least one entry, without decoding the entries.
    private static func skipList(
        _ reader: inout DERReader,
        _ tag: DERTag
    ) throws(DERError) {
        guard reader.nextTag == tag else { return }
        let outer = try reader.enter(list: tag)
        reader.abandon(outer)
    }

    /// Reads an EDIPartyName: two strings, the first optional.
    private static func party(_ reader: inout DERReader) throws(DERError) -> GeneralName {
        let element = try reader.next()
        let outer = try reader.enter(element)
        _ = try field("nameAssigner", reader.explicit(0, directoryString))
        let start = reader.position
        guard try field("partyName", reader.explicit(1, directoryString)) != nil else {
            throw DERError(.unexpectedTag, at: start, in: "partyName")
        }
        try reader.leave(outer)
        return .ediParty(element.content)
    }

    /// Reads a DirectoryString (RFC 5280 §4.1.2.4).
    private static func directoryString(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let element = try reader.next()
        switch element.tag {
        case .teletexString, .printableString, .universalString, .utf8String, .bmpString:
            try reader.requireCharacters(element)
        default: throw DERError(.unexpectedTag, at: start)
        }
    }

    /// Reads GeneralNames (RFC 5280 §4.2.1.6): at least one name; an address has 4 or 16 bytes.
    static func list(
        _ reader: inout DERReader,
        _ tag: DERTag = .sequence
    ) throws(DERError) -> [GeneralName] {
        try reader.list(tag) { reader throws(DERError) in
            let name = try GeneralName(&reader)
            if case .ip(let bytes) = name, bytes.count != 4, bytes.count != 16,
                !reader.rules.contains(.forbiddenValues)
            {
                throw DERError(.badValue, at: bytes.lowerBound, in: "iPAddress")
            }
            return name
        }
    }
}
