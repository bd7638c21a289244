/// Writes DER without checking it, because forged certificates also need broken encodings.
///
/// ```swift
/// var writer = DERWriter()
/// writer.constructed(.sequence) { writer in
///     writer.primitive(.integer, [1])
/// }
/// writer.bytes  // 30 03 02 01 01
/// ```
package struct DERWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Returns the bytes that `body` writes.
    package static func bytes<Failure>(
        _ body: (inout DERWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = DERWriter()
        try body(&writer)
        return writer.bytes
    }

    /// Writes an element with these content bytes.
    package mutating func primitive(_ tag: DERTag, _ content: some Collection<UInt8>) {
        bytes.append(tag.rawValue)
        appendLength(content.count)
        bytes += content
    }

    /// Writes an element whose content `body` writes.
    package mutating func constructed<Failure>(
        _ tag: DERTag,
        _ body: (inout DERWriter) throws(Failure) -> Void
    ) throws(Failure) {
        bytes.append(tag.rawValue)
        // Reserve one byte for the length; insert more if that is too few.
        bytes.append(0)
        let start = bytes.count
        try body(&self)
        let length = bytes.count - start
        if length < 0x80 {
            bytes[start - 1] = UInt8(length)
        } else {
            let digits = withUnsafeBytes(of: length.bigEndian) { Array($0.drop { $0 == 0 }) }
            bytes[start - 1] = 0x80 | UInt8(digits.count)
            bytes.insert(contentsOf: digits, at: start)
        }
    }

    /// Writes bytes unchanged, such as an already encoded element.
    package mutating func raw(_ encoding: some Collection<UInt8>) {
        bytes += encoding
    }

    /// Writes a BOOLEAN (X.690 §11.1: true is all ones).
    package mutating func boolean(_ value: Bool) {
        primitive(.boolean, [value ? 0xff : 0x00])
    }

    /// Writes a non-negative INTEGER from big-endian bytes, in shortest form (§8.3.2).
    package mutating func unsignedInteger(_ magnitude: some Collection<UInt8>) {
        var content = Array(magnitude.drop { $0 == 0 })
        if content.first.map({ $0 & 0x80 != 0 }) ?? true { content.insert(0, at: 0) }
        primitive(.integer, content)
    }

    /// Writes an INTEGER in shortest form, with another tag if it is implicitly tagged.
    package mutating func integer(_ value: Int, as tag: DERTag = .integer) {
        var content = withUnsafeBytes(of: Int64(value).bigEndian) { Array($0) }
        while content.count > 1,
            (content[0] == 0 && content[1] & 0x80 == 0)
                || (content[0] == 0xff && content[1] & 0x80 != 0)
        {
            content.removeFirst()
        }
        primitive(tag, content)
    }

    /// Writes an OBJECT IDENTIFIER.
    package mutating func objectIdentifier(_ identifier: ObjectIdentifier) {
        primitive(.objectIdentifier, identifier.content)
    }

    /// Writes a BIT STRING of whole bytes.
    package mutating func bitString(_ bytes: some Collection<UInt8>) {
        primitive(.bitString, [0] + bytes)
    }

    /// Writes a BIT STRING of named bits, bit 0 first, without trailing zero bits (X.690 §11.2.2).
    package mutating func namedBits(_ bits: Set<Int>) {
        guard let last = bits.max() else { return primitive(.bitString, [0]) }
        var bytes = [UInt8](repeating: 0, count: last / 8 + 1)
        for bit in bits { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        primitive(.bitString, [UInt8(7 - last % 8)] + bytes)
    }

    /// Writes UTCTime for 1950 to 2049, otherwise GeneralizedTime (RFC 5280 §4.1.2.5).
    package mutating func time(_ instant: Instant) {
        let year = CivilTime(instant).year
        // 2026-11-21T09:30:00Z → 20261121093000Z
        let digits = instant.description.utf8.filter { $0 != 0x2d && $0 != 0x3a && $0 != 0x54 }
        if (1950..<2050).contains(year) {
            primitive(.utcTime, Array(digits.dropFirst(2)))
        } else {
            primitive(.generalizedTime, digits)
        }
    }

    /// Writes a character string with the given tag, in UTF-8.
    package mutating func string(_ tag: DERTag, _ text: String) {
        primitive(tag, Array(text.utf8))
    }

    private mutating func appendLength(_ length: Int) {
        guard length >= 0x80 else { return bytes.append(UInt8(length)) }
        let digits = withUnsafeBytes(of: length.bigEndian) { Array($0.drop { $0 == 0 }) }
        bytes.append(0x80 | UInt8(digits.count))
        bytes += digits
    }
}
