/// A walk over the attributes of a Name, which allocates nothing.
struct AttributeWalk {
    private var reader: DERReader
    /// The reader's state around the current relative distinguished name; nil between two such
    /// names.
    private var names: DERReader.Level?
    /// The index of the relative distinguished name that contains the attribute read last, and the
    /// index of the attribute in that name, from 0.
    private(set) var relativeName = -1
    private(set) var attribute = -1
    /// The encoding of the attribute read last.
    private var encoding = 0..<0

    /// Whether the attribute read last is the first of its relative distinguished name.
    var isFirstOfName: Bool { attribute == 0 }

    /// Opens the next element, which must be a SEQUENCE.
    init(opening reader: inout DERReader) throws(DERError) {
        self.reader = try reader.inside(reader.next(.sequence))
    }

    /// Opens a Name that was decoded before; other elements have no attributes.
    init(_ reader: DERReader) {
        var reader = reader
        self.reader = (try? reader.inside(reader.next(.sequence))) ?? DERReader([])
    }

    /// Returns the next attribute of a Name that was decoded before.
    mutating func next() -> EncodedName.Attribute? { (try? step()) ?? nil }

    /// Checks and skips the next attribute; returns false at the end.
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

    /// Returns the next attribute; nil at the end.
    private mutating func step() throws(DERError) -> EncodedName.Attribute? {
        attribute += 1
        while reader.isAtEnd || names == nil {
            if let open = names {
                try reader.leave(open)
                names = nil
            }
            guard !reader.isAtEnd else { return nil }
            (relativeName, attribute) = (relativeName + 1, 0)
            // A relative distinguished name must have at least one attribute.
            names = try entry(relativeName, reader.enter(list: .set))
        }
        let start = reader.position
        let next = try entry(relativeName, entry(attribute, Self.read(&reader)))
        encoding = start..<reader.position
        return next
    }

    /// Reads an AttributeTypeAndValue.
    static func read(_ reader: inout DERReader) throws(DERError) -> EncodedName.Attribute {
        let outer = try reader.enter(.sequence)
        let type = try field("type", reader.objectIdentifier())
        let value = try field("value", reader.next())
        try reader.leave(outer)
        return EncodedName.Attribute(type: type, value: value)
    }
}
