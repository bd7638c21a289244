/// Base64 with padding, without blanks and line breaks (RFC 4648 §4).
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - text: ASCII text.
    ///   - acceptsLooseBits: whether the unused bits before the padding may be non-zero, as in most
    ///     decoders.
    /// - Returns: nil for another alphabet, an incomplete quantum, padding before the end, or
    ///   non-zero unused bits.
    package static func decode(
        _ text: some BidirectionalCollection<UInt8>,
        acceptsLooseBits: Bool = false
    ) -> [UInt8]? {
        // Reading a buffer takes a tenth of the time that the indices of a Substring take.
        text.withContiguousStorageIfAvailable { decoded($0, acceptsLooseBits) }
            ?? decoded(text, acceptsLooseBits)
    }

    private static func decoded(
        _ text: some BidirectionalCollection<UInt8>,
        _ acceptsLooseBits: Bool
    ) -> [UInt8]? {
        let length = text.count
        guard length.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length / 4 * 3)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for character in text.dropLast(padding) {
            guard let value = sextet(character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        return bits == 0 || acceptsLooseBits ? bytes : nil
    }

    /// Whether a character is in the base64 alphabet; the padding character is not in it.
    package static func has(_ character: UInt8) -> Bool { sextet(character) != nil }

    /// Encodes bytes as text.
    package static func text(_ bytes: [UInt8]) -> String {
        String(decoding: encode(bytes), as: UTF8.self)
    }

    /// Encodes bytes as ASCII text.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = 0
            for byte in bytes[start..<start + count] { bits = bits << 8 | Int(byte) }
            bits <<= 8 * (3 - count)
            for position in 0...count { text.append(alphabet[bits >> (18 - 6 * position) & 63]) }
            for _ in count..<3 { text.append(UInt8(ascii: "=")) }
        }
        return text
    }

    private static func sextet(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
