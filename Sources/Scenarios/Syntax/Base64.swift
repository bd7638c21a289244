/// Base64 (RFC 4648 §4), for pins and PEM.
enum Base64 {
    /// The octets; nil for another alphabet, wrong padding, bits that do not count or any blank.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let bytes = Array(text)
        guard bytes.count % 4 == 0 else { return nil }
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var (octets, bits, pending): ([UInt8], UInt32, Int) = ([], 0, 0)
        octets.reserveCapacity(bytes.count / 4 * 3)
        for byte in bytes.dropLast(padding) {
            guard let value = value(of: byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            pending += 6
            if pending >= 8 {
                pending -= 8
                octets.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
                bits &= 1 << UInt32(pending) - 1
            }
        }
        return bits == 0 ? octets : nil
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
