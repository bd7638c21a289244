/// Checks the bounds and the kinds of values of a binary property list before it is decoded.
///
/// The containers of such a list refer to their contents by number, so a few bytes can encode a
/// tree of any size. Foundation's reader takes seconds for eight arrays of eight references each,
/// and does not finish for twenty such arrays. A set makes Foundation's reader end the process.
/// Sets, and keys that are not text, belong to archives, not to property lists. (Format:
/// CoreFoundation, CFBinaryPList.c.)
struct BinaryPropertyList {
    static let magic = Array("bplist".utf8)

    private let bytes: [UInt8]
    private let offsetSize, referenceSize, objects, top, table: Int
    /// The number of visited values; a value counts as often as it is referenced.
    private var count = 0

    /// - Throws: an error for more values than the limit on elements of an XML file, for containers
    ///   nested deeper than XML elements may be, for references that lead nowhere, and for kinds of
    ///   values that XML does not have.
    static func check(_ bytes: [UInt8]) throws(NotationError) {
        var list = try BinaryPropertyList(bytes)
        try list.visit(list.top, depth: 0)
    }

    /// Reads the trailer: 32 bytes, the first six of which are irrelevant here.
    private init(_ bytes: [UInt8]) throws(NotationError) {
        guard bytes.count >= 40 else { throw .badBinary("it is too short") }
        let trailer = bytes.count - 32
        func number(_ offset: Int) throws(NotationError) -> Int {
            let field = bytes[(trailer + offset)..<(trailer + offset + 8)]
            guard let number = Self.number(field), number <= bytes.count else {
                throw .badBinary("its trailer points outside the file")
            }
            return number
        }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        objects = try number(8)
        top = try number(16)
        table = try number(24)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            // No offset or count exceeds the file's size.
            table + objects * offsetSize <= trailer
        else { throw .badBinary("its trailer points outside the file") }
    }

    private mutating func visit(_ object: Int, depth: Int) throws(NotationError) {
        count += 1
        guard count <= MarkupReader.maximumElements else {
            throw .tooManyElements(limit: MarkupReader.maximumElements)
        }
        guard depth <= MarkupReader.maximumDepth else {
            throw .tooDeep(limit: MarkupReader.maximumDepth)
        }
        let offset = try offset(of: object)
        let width: Int
        switch bytes[offset] {
        case 0xa0...0xaf: width = 1
        case 0xd0...0xdf: width = 2
        // Flags, integers, reals, dates, data and texts refer to no other value.
        case 0x08, 0x09, 0x10...0x2f, 0x33, 0x40...0x6f: return
        default: throw .badBinary("a value has a kind that property lists do not have")
        }
        let (length, start) = try length(at: offset)
        // Every reference takes at least one byte.
        guard length <= bytes.count else { throw .badBinary("a container is larger than the file") }
        for index in 0..<(length * width) {
            let place = start + index * referenceSize
            guard let reference = number(at: place, size: referenceSize) else {
                throw .badBinary("a container points outside the file")
            }
            try visit(reference, depth: depth + 1)
            // The keys of a dictionary come before its values.
            guard width == 2, index < length else { continue }
            let key = bytes[try self.offset(of: reference)]
            guard (0x50...0x6f).contains(key) else { throw .badBinary("a key is not text") }
        }
    }

    /// Returns the offset of a value.
    private func offset(of object: Int) throws(NotationError) -> Int {
        guard object < objects,
            let offset = number(at: table + object * offsetSize, size: offsetSize),
            offset < table
        else { throw .badBinary("a reference points to no value") }
        return offset
    }

    /// Returns the number of values in a container, and the offset of the first reference.
    private func length(at offset: Int) throws(NotationError) -> (length: Int, start: Int) {
        let short = Int(bytes[offset] & 0x0f)
        guard short == 0x0f else { return (short, offset + 1) }
        // A longer count is an integer of 1, 2, 4 or 8 bytes.
        guard offset + 1 < bytes.count, bytes[offset + 1] & 0xfc == 0x10,
            let length = number(at: offset + 2, size: 1 << Int(bytes[offset + 1] & 0x03))
        else { throw .badBinary("a container has no length") }
        return (length, offset + 2 + 1 << Int(bytes[offset + 1] & 0x03))
    }

    private func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size > 0, offset <= bytes.count - size else { return nil }
        return Self.number(bytes[offset..<(offset + size)])
    }

    /// Returns a big-endian number; nil if it is larger than any offset.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.reduce(0) { value, byte in
            value.flatMap { $0 < 1 << 40 ? $0 << 8 | Int(byte) : nil }
        }
    }
}
