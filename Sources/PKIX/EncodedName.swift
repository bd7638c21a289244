/// A Name as it stands in a certificate: an RDNSequence (RFC 5280 §4.1.2.4).
package struct EncodedName: Sendable {
    /// One attribute, as places in `bytes`.
    package struct Attribute: Hashable, Sendable {
        /// The content octets of the type's OBJECT IDENTIFIER.
        package let type: Range<Int>
        package let value: DERElement
    }

    /// What the name stands in.
    package let bytes: [UInt8]
    package let encoding: Range<Int>

    /// The name at `encoding`, which was decoded before.
    init(_ bytes: [UInt8], at encoding: Range<Int>) {
        self.bytes = bytes
        self.encoding = encoding
    }

    /// Decodes a Name, all of `der`.
    package init(der: [UInt8]) throws(DERError) {
        var reader = DERReader(der)
        self.init(der, at: try Self.skip(&reader))
        try reader.finish()
    }

    /// Whether it has no relative names.
    package var isEmpty: Bool { encoding.count <= 2 }

    /// Its attributes, grouped by relative distinguished name in the order of the encoding.
    package var relativeNames: [[Attribute]] {
        var names: [[Attribute]] = []
        var attributes = attributes
        while let attribute = attributes.next() {
            if attributes.isFirstOfName { names.append([]) }
            names[names.count - 1].append(attribute)
        }
        return names
    }

    /// Its attributes one after the other.
    var attributes: AttributeWalk { AttributeWalk(DERReader(bytes, in: encoding)) }

    /// Passes over a Name, having checked that it is one; its encoding.
    static func skip(_ reader: inout DERReader) throws(DERError) -> Range<Int> {
        let start = reader.position
        var walk = try AttributeWalk(opening: &reader)
        while try walk.step() != nil {}
        return start..<reader.position
    }

    /// Passes over one relative distinguished name, having checked that it is one; the place of its
    /// attributes, at least one.
    static func skipRelativeName(
        _ reader: inout DERReader,
        _ tag: DERTag = .set
    ) throws(DERError) -> Range<Int> {
        try reader.forEach(tag) { attributes throws(DERError) in
            _ = try AttributeWalk.read(&attributes)
        }
    }

    /// The name of one more relative name, `attributes` (its attributes one after the other), below
    /// this one.
    package func appending(relativeName attributes: ArraySlice<UInt8>) -> EncodedName {
        let der = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                var reader = DERReader(bytes, in: encoding)
                if let own = try? reader.next(.sequence) { writer.raw(bytes[own.content]) }
                writer.constructed(.set) { $0.raw(attributes) }
            }
        }
        return EncodedName(der, at: der.indices)
    }
}

/// A walk over the attributes of a Name, which allocates nothing.
struct AttributeWalk {
    private var sequence: DERReader
    private var set: DERReader?
    /// Which relative distinguished name the attribute that came last is of, and which of its
    /// attributes it is; both counted from 0.
    private var relativeName = -1
    private var attribute = -1
    /// Whether the attribute that came last is the first of its relative distinguished name.
    var isFirstOfName: Bool { attribute == 0 }

    /// Opens the next element, which must be a SEQUENCE.
    fileprivate init(opening reader: inout DERReader) throws(DERError) {
        sequence = try reader.inside(reader.next(.sequence))
    }

    /// Opens a Name that decoded before; of anything else there are no attributes.
    fileprivate init(_ reader: DERReader) {
        var reader = reader
        sequence = (try? reader.inside(reader.next(.sequence))) ?? DERReader([])
    }

    /// The next attribute of a Name that decoded before.
    mutating func next() -> EncodedName.Attribute? { (try? step()) ?? nil }

    /// The next attribute; nil at the end.
    fileprivate mutating func step() throws(DERError) -> EncodedName.Attribute? {
        attribute += 1
        if set?.isAtEnd ?? true {
            guard !sequence.isAtEnd else { return nil }
            (relativeName, attribute) = (relativeName + 1, 0)
            set = try entry(relativeName, open())
        }
        guard var attributes = set else { return nil }
        let next = try entry(relativeName, entry(attribute, Self.read(&attributes)))
        set = attributes
        return next
    }

    /// The next relative distinguished name: at least one attribute.
    private mutating func open() throws(DERError) -> DERReader {
        let element = try sequence.next(.set)
        guard !element.content.isEmpty else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        return try sequence.inside(element)
    }

    /// AttributeTypeAndValue.
    fileprivate static func read(
        _ attributes: inout DERReader
    ) throws(DERError) -> EncodedName.Attribute {
        var fields = try attributes.inside(attributes.next(.sequence))
        let type = try field("type", fields.objectIdentifier())
        let value = try field("value", fields.next())
        try fields.finish()
        return EncodedName.Attribute(type: type, value: value)
    }
}
