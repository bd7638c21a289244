/// A walk over the attributes of a Name, which allocates nothing.
struct AttributeWalk {
    private var reader: DERReader
    /// The level around the attributes of one relative distinguished name; nil between two.
    private var names: DERReader.Level?
    /// Which relative distinguished name the attribute that came last is of, and which of its
    /// attributes it is; both counted from 0.
    private(set) var relativeName = -1
    private(set) var attribute = -1
    /// The encoding of the attribute that came last.
    private var encoding = 0..<0

    /// Whether the attribute that came last is the first of its relative distinguished name.
    var isFirstOfName: Bool { attribute == 0 }

    /// Opens the next element, which must be a SEQUENCE.
    init(opening reader: inout DERReader) throws(DERError) {
        self.reader = try reader.inside(reader.next(.sequence))
    }

    /// Opens a Name that decoded before; of anything else there are no attributes.
    init(_ reader: DERReader) {
        var reader = reader
        self.reader = (try? reader.inside(reader.next(.sequence))) ?? DERReader([])
    }

    /// The next attribute of a Name that decoded before.
    mutating func next() -> EncodedName.Attribute? { (try? step()) ?? nil }

    /// Passes over the next attribute, having checked that it is one; false at the end.
    mutating func check() throws(DERError) -> Bool {
        let previous = encoding
        guard let next = try step() else { return false }
        do throws(DERError) {
            try field("value", reader.requireCharacters(next.value))
            if !isFirstOfName { try reader.requireOrder(previous, encoding) }
        } catch {
            throw error.inside(attribute).inside(relativeName)
        }
        return true
    }

    /// The next attribute; nil at the end.
    private mutating func step() throws(DERError) -> EncodedName.Attribute? {
        attribute += 1
        while reader.isAtEnd || names == nil {
            if let open = names {
                try reader.leave(open)
                names = nil
            }
            guard !reader.isAtEnd else { return nil }
            (relativeName, attribute) = (relativeName + 1, 0)
            // At least one attribute.
            names = try entry(relativeName, reader.enter(list: .set))
        }
        let start = reader.position
        let next = try entry(relativeName, entry(attribute, Self.read(&reader)))
        encoding = start..<reader.position
        return next
    }

    /// Reads AttributeTypeAndValue.
    static func read(_ reader: inout DERReader) throws(DERError) -> EncodedName.Attribute {
        let outer = try reader.enter(.sequence)
        let type = try field("type", reader.objectIdentifier())
        let value = try field("value", reader.next())
        try reader.leave(outer)
        return EncodedName.Attribute(type: type, value: value)
    }
}
