import PKIX

/// The places of the elements in an encoding, as far as it has any.
///
/// It reads mutated input, so it rejects nothing, and it shares no code with the parser under test.
/// Places suffice to edit an encoding and correct its lengths. Bytes outside the edit stay as they
/// are, damage included; a tree of values would repair them.
struct DERPlaces {
    /// The place of one element.
    struct Place {
        /// Identifier and length octets.
        let header: Range<Int>
        let content: Range<Int>
        /// The index of the element that contains it; nil for an outermost one.
        let parent: Int?
        /// Whether no elements were found inside.
        var isLeaf = true

        var encoding: Range<Int> { header.lowerBound..<content.upperBound }
    }

    /// The limit on elements: ten times as many as any certificate has.
    static let maximumCount = 4_096

    /// The elements in the order of their headers, so that a parent comes before its children.
    private(set) var all: [Place] = []

    init(_ bytes: [UInt8]) {
        all.reserveCapacity(128)
        bytes.withUnsafeBufferPointer { bytes in
            _ = read(Reading(bytes: bytes), bytes.indices, in: nil, depth: 0)
        }
    }

    private struct Reading {
        let bytes: UnsafeBufferPointer<UInt8>

        /// The end of the header of the element at `start`, and the length of the content.
        func header(at start: Int, before end: Int) -> (end: Int, length: Int)? {
            guard end - start >= 2, bytes[start] & 0x1f != 0x1f else { return nil }
            let first = bytes[start + 1]
            var (cursor, length) = (start + 2, Int(first))
            if first >= 0x80 {
                let count = Int(first & 0x7f)
                guard (1...4).contains(count), count <= end - cursor else { return nil }
                length = bytes[cursor..<cursor + count].reduce(0) { $0 << 8 | Int($1) }
                cursor += count
            }
            return length <= end - cursor ? (cursor, length) : nil
        }
    }

    /// Reads the elements of `range`.
    ///
    /// - Returns: whether they fill the range.
    private mutating func read(
        _ reading: Reading,
        _ range: Range<Int>,
        in parent: Int?,
        depth: Int
    ) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound, all.count < Self.maximumCount {
            guard let (end, length) = reading.header(at: position, before: range.upperBound) else {
                return false
            }
            let index = all.count
            let place = Place(header: position..<end, content: end..<end + length, parent: parent)
            all.append(place)
            position = end + length
            guard depth < DERReader.maximumDepth else { continue }
            readInside(index, place, reading, depth)
        }
        return position == range.upperBound
    }

    /// Reads the elements inside an element; a string has some only if they fill it.
    private mutating func readInside(_ index: Int, _ place: Place, _ reading: Reading, _ depth: Int)
    {
        let tag = DERTag(rawValue: reading.bytes[place.header.lowerBound])
        var content = place.content
        // The first octet counts unused bits.
        if tag == .bitString { content = content.dropFirst() }
        let isWrapper = tag == .octetString || tag == .bitString
        guard tag.isConstructed || isWrapper, !content.isEmpty else { return }
        let count = all.count
        if !read(reading, content, in: index, depth: depth + 1), isWrapper {
            all.removeSubrange(count...)
        }
        all[index].isLeaf = all.count == count
    }

    /// The bytes after an edit: `octets` replace `range`, which lies in the element `parent`.
    ///
    /// The lengths of all enclosing elements are corrected.
    func replacing(
        _ range: Range<Int>,
        in parent: Int?,
        with octets: some Collection<UInt8>,
        of bytes: [UInt8]
    ) -> [UInt8] {
        var edited = bytes
        edited.replaceSubrange(range, with: octets)
        var growth = octets.count - range.count
        var around = parent
        // From the inside out: the headers before an edit have not moved.
        while growth != 0, let index = around {
            let place = all[index]
            let header = Self.header(bytes[place.header.lowerBound], place.content.count + growth)
            edited.replaceSubrange(place.header, with: header)
            growth += header.count - place.header.count
            around = place.parent
        }
        return edited
    }

    /// The identifier and length octets, in the shortest form.
    private static func header(_ tag: UInt8, _ length: Int) -> [UInt8] {
        guard length >= 0x80 else { return [tag, UInt8(length)] }
        let octets = withUnsafeBytes(of: length.bigEndian) { Array($0.drop { $0 == 0 }) }
        return [tag, 0x80 | UInt8(octets.count)] + octets
    }
}
