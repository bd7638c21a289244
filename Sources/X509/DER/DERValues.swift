// The primitive types of certificates. A function with the name of a type reads the next element,
// which must have the type, and returns its value or the range of its bytes.
extension DERReader {
    /// Reads a BOOLEAN; true is ff (X.690 §11.1).
    package mutating func boolean(_ tag: DERTag = .boolean) throws(DERError) -> Bool {
        let content = try content(tag)
        guard content.count == 1,
            [0x00, 0xff].contains(bytes[content.lowerBound]) || rules.contains(.anyTrue)
        else { throw DERError(.badBoolean, at: content.lowerBound) }
        return bytes[content.lowerBound] != 0
    }

    /// Reads BOOLEAN DEFAULT FALSE: absent or ff (X.690 §11.5).
    package mutating func booleanDefaultFalse(
        _ tag: DERTag = .boolean
    ) throws(DERError) -> Bool {
        guard nextTag == tag else { return false }
        let start = position
        guard try boolean(tag) else {
            try requireUnencoded(at: start)
            return false
        }
        return true
    }

    /// Throws for an encoded default value at `start` (X.690 §11.5), unless the rules allow it.
    func requireUnencoded(at start: Int) throws(DERError) {
        guard !rules.contains(.encodedDefaults) else { return }
        throw DERError(.encodedDefault, at: start)
    }

    /// Reads NULL, which has no content (X.690 §8.8.2).
    mutating func null() throws(DERError) {
        let content = try content(.null)
        guard content.isEmpty else { throw DERError(.badValue, at: content.lowerBound) }
    }

    /// Reads an INTEGER in its shortest form (X.690 §8.3.2); returns the range of its two's
    /// complement bytes.
    package mutating func integer(_ tag: DERTag = .integer) throws(DERError) -> Range<Int> {
        let content = try content(tag)
        guard let first = content.first else { throw DERError(.badInteger, at: content.lowerBound) }
        if content.count > 1 {
            let padding = bytes[first + 1] & 0x80 == 0 ? 0x00 : 0xff
            guard bytes[first] != padding || rules.contains(.paddedIntegers) else {
                throw DERError(.badInteger, at: first)
            }
        }
        return content
    }

    /// Reads INTEGER (0..MAX); a value that exceeds `Int` becomes `Int.max`, which no length or
    /// count reaches.
    package mutating func nonNegativeInteger(_ tag: DERTag = .integer) throws(DERError) -> Int {
        let content = try integer(tag)
        guard bytes[content.lowerBound] & 0x80 == 0 else {
            throw DERError(.badInteger, at: content.lowerBound)
        }
        var value = 0
        for byte in bytes[content] {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 0x100)
            guard !overflow else { return Int.max }
            value = shifted | Int(byte)
        }
        return value
    }

    /// Reads an INTEGER above zero; returns the range of its magnitude, without leading zeros.
    mutating func positiveInteger() throws(DERError) -> Range<Int> {
        let content = try integer()
        guard bytes[content.lowerBound] < 0x80,
            let start = content.first(where: { bytes[$0] != 0 })
        else { throw DERError(.badInteger, at: content.lowerBound) }
        return start..<content.upperBound
    }

    /// Reads an OBJECT IDENTIFIER with complete, unpadded arcs (X.690 §8.19.2); returns its content
    /// range.
    package mutating func objectIdentifier(
        _ tag: DERTag = .objectIdentifier
    ) throws(DERError) -> Range<Int> {
        let content = try content(tag)
        var startsArc = true
        for index in content {
            guard !(startsArc && bytes[index] == 0x80) else {
                throw DERError(.badObjectIdentifier, at: index)
            }
            startsArc = bytes[index] & 0x80 == 0
        }
        guard startsArc, !content.isEmpty else {
            throw DERError(.badObjectIdentifier, at: content.lowerBound)
        }
        return content
    }

    /// Reads a BIT STRING whose unused bits, at most seven, are zero (X.690 §11.2.1).
    ///
    /// - Returns: the range of its bytes, and the number of unused bits in the last byte.
    package mutating func bitString(
        _ tag: DERTag = .bitString
    ) throws(DERError) -> (bytes: Range<Int>, unused: Int) {
        let content = try content(tag)
        guard let first = content.first else {
            throw DERError(.badBitString, at: content.lowerBound)
        }
        let place = first + 1..<content.upperBound
        let unused = bytes[first]
        guard unused <= 7, unused == 0 || !place.isEmpty,
            place.isEmpty || bytes[place.upperBound - 1] & (1 << unused - 1) == 0
                || rules.contains(.unusedBits)
        else { throw DERError(.badBitString, at: first) }
        return (place, Int(unused))
    }

    /// Reads a BIT STRING of nine named bits, at least one of them set, such as key usages and
    /// reasons.
    ///
    /// Bit 0 is the highest.
    mutating func nineNamedBits(_ tag: DERTag = .bitString) throws(DERError) -> UInt16 {
        let start = position
        let (place, unused) = try bitString(tag)
        var bits: UInt16 = 0
        for (index, byte) in bytes[place].prefix(2).enumerated() {
            // Unused bits have no meaning, even if set.
            let mask: UInt8 = index == place.count - 1 ? 0xff << UInt8(unused) : 0xff
            bits |= UInt16(byte & mask) << (index == 0 ? 8 : 0)
        }
        let needed: DERRules =
            if place.count > 2 || bits & 0xff80 == 0 || bits & 0x7f != 0 {
                .looseNamedBits
            } else if bytes[place.upperBound - 1] & (1 << unused) == 0 {
                // Named bits must end with the last set bit (X.690 §11.2.2).
                .trailingZeroBits
            } else {
                .strict
            }
        guard rules.isSuperset(of: needed) else { throw DERError(.badBitString, at: start) }
        return bits
    }

    /// Reads a BIT STRING of whole bytes, such as a key or signature.
    package mutating func byteAlignedBits(
        _ tag: DERTag = .bitString
    ) throws(DERError) -> Range<Int> {
        let start = position
        let (place, unused) = try bitString(tag)
        guard unused == 0 else { throw DERError(.badBitString, at: start) }
        return place
    }

    /// Reads an IA5String and returns the range of its bytes, all below 0x80.
    package mutating func ia5String(_ tag: DERTag = .ia5String) throws(DERError) -> Range<Int> {
        let content = try content(tag)
        guard !isASCII(content), !rules.contains(.highIA5),
            let high = content.first(where: { bytes[$0] >= 0x80 })
        else { return content }
        throw DERError(.badString, at: high)
    }

    /// Whether all bytes of `place` are below 0x80, as in most strings of certificates.
    func isASCII(_ place: Range<Int>) -> Bool {
        bytes[place].withUnsafeBufferPointer { bytes in
            bytes.reduce(0) { $0 | $1 } < 0x80
        }
    }
}
