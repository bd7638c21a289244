import Basics

/// The places of the elements in an encoding, as far as it consists of elements.
///
/// The type reads mutated input, so it rejects nothing, and shares no code with the parser under
/// test. Places are enough to edit an encoding and correct its lengths. Bytes outside the edit stay
/// as they are, even damaged bytes; a tree of values would repair them.
struct DERPlaces: Sendable {
    /// The place of one element.
    struct Place: Sendable {
        /// Offsets from the start, in 32 bits, because a mutator reads as many places as it edits
        /// bytes.
        fileprivate let start, contentStart, end: Int32
        /// The index of the element that contains this element; negative for an outermost element.
        fileprivate let container: Int16
        /// The identifier byte.
        let tag: UInt8

        /// Whether no elements were found inside the element.
        fileprivate(set) var isLeaf = true

        /// The range of the identifier and length bytes.
        var header: Range<Int> { Int(start)..<Int(contentStart) }
        var content: Range<Int> { Int(contentStart)..<Int(end) }
        var encoding: Range<Int> { Int(start)..<Int(end) }
        /// The index of the element that contains this element; nil for an outermost element.
        var parent: Int? { container < 0 ? nil : Int(container) }
    }

    /// The largest number of elements: ten times as many as any certificate has.
    private static let maximumCount = 4_096
    /// The limit on elements with the same parent, more than most elements of a certificate have.
    ///
    /// Inputs have lists of a thousand copies. Reading all of them would cost more than trying a
    /// mutant; elements after such a list are still found.
    private static let maximumBreadth = 32
    /// The deepest nesting of elements, the same as the parser's.
    private static let maximumDepth = 32

    /// Places in the order of their headers, so that a parent comes before its children.
    ///
    /// Entries from `count` on are left from an earlier encoding.
    private var places: [Place] = []
    private var count = 0

    /// Creates an empty list of places.
    init() {}

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { read($0) }
    }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Place { places[index] }

    /// Replaces the places with the places of another encoding.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        if places.isEmpty {
            let none = Place(start: 0, contentStart: 0, end: 0, container: -1, tag: 0)
            places = Array(repeating: none, count: Self.maximumCount)
        }
        count = places.withUnsafeMutableBufferPointer { places in
            var reading = Reading(bytes: bytes, places: places)
            _ = reading.elements(of: bytes.indices, in: -1, depth: 0)
            return reading.count
        }
    }

    private struct Reading {
        // These constants are copies, because a constant of another module would cost a call for
        // each element.
        private static let bitString: UInt8 = 0x03
        private static let octetString: UInt8 = 0x04

        let bytes: UnsafeBufferPointer<UInt8>
        let places: UnsafeMutableBufferPointer<Place>
        var count = 0

        /// Returns the end of the header of the element at `start`, and the end of its content.
        private func ends(at start: Int, before end: Int) -> (header: Int, content: Int)? {
            guard end - start >= 2, bytes[start] & 0x1f != 0x1f else { return nil }
            var (cursor, length) = (start + 2, Int(bytes[start + 1]))
            if length >= 0x80 {
                let limit = cursor + (length & 0x7f)
                guard cursor < limit, limit <= min(end, cursor + 4) else { return nil }
                length = 0
                while cursor < limit {
                    length = length << 8 | Int(bytes[cursor])
                    cursor += 1
                }
            }
            return length <= end - cursor ? (cursor, cursor + length) : nil
        }

        /// Reads the elements of `range`.
        ///
        /// - Returns: whether the elements fill the range.
        mutating func elements(of range: Range<Int>, in parent: Int, depth: Int) -> Bool {
            var (position, breadth) = (range.lowerBound, 0)
            while position < range.upperBound, count < places.count {
                guard breadth < DERPlaces.maximumBreadth else { return true }
                breadth += 1
                guard let (content, end) = ends(at: position, before: range.upperBound) else {
                    return false
                }
                let (index, tag) = (count, bytes[position])
                places[index] = Place(
                    start: Int32(truncatingIfNeeded: position),
                    contentStart: Int32(truncatingIfNeeded: content),
                    end: Int32(truncatingIfNeeded: end),
                    container: Int16(truncatingIfNeeded: parent),
                    tag: tag
                )
                count += 1
                position = end
                if depth < DERPlaces.maximumDepth {
                    inside(content..<end, tag, index, depth + 1)
                }
                places[index].isLeaf = count == index + 1
            }
            return position == range.upperBound
        }

        /// Reads the elements inside an element; a string has elements only if they fill the
        /// string.
        private mutating func inside(_ range: Range<Int>, _ tag: UInt8, _ index: Int, _ depth: Int)
        {
            var content = range
            // The first byte counts unused bits.
            if tag == Self.bitString { content = content.dropFirst() }
            let isString = tag == Self.octetString || tag == Self.bitString
            guard isString || tag & 0x20 != 0, !content.isEmpty else { return }
            let before = count
            if !elements(of: content, in: index, depth: depth), isString { count = before }
        }
    }

    /// Returns the index of a random element; nil if there are no elements.
    func any(using generator: inout some RandomNumberGenerator) -> Int? {
        count > 0 ? generator.below(count) : nil
    }

    /// Returns the index of a random element for which `isMeant` is true; nil if there is no such
    /// element.
    @inline(__always)
    func any(
        using generator: inout some RandomNumberGenerator,
        where isMeant: (_ place: Place, _ index: Int) -> Bool
    ) -> Int? {
        places.withUnsafeBufferPointer { places in
            let meant = indices.count { isMeant(places[$0], $0) }
            guard meant > 0 else { return nil }
            var rest = generator.below(meant)
            return indices.first { index in
                guard isMeant(places[index], index) else { return false }
                rest -= 1
                return rest < 0
            }
        }
    }

    /// Returns the index of a random leaf, each type with the same probability; nil if there are no
    /// elements.
    ///
    /// Most leaves of a certificate are identifiers and strings, but most rules concern other
    /// types.
    func leafOfAnyType(using generator: inout some RandomNumberGenerator) -> Int? {
        var types = SIMD4<UInt64>()
        for index in indices where places[index].isLeaf {
            types[Int(places[index].tag >> 6)] |= 1 << UInt64(places[index].tag & 0x3f)
        }
        let count = (0..<4).reduce(0) { $0 + types[$1].nonzeroBitCount }
        guard count > 0 else { return nil }
        var rest = generator.below(count)
        let type = (UInt8.min...UInt8.max).first { tag in
            guard types[Int(tag >> 6)] & 1 << UInt64(tag & 0x3f) != 0 else { return false }
            rest -= 1
            return rest < 0
        }
        return any(using: &generator) { place, _ in place.isLeaf && place.tag == type }
    }
}
