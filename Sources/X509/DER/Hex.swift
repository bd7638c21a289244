extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal, two digits each, without separators.
    package var hex: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            digits.append((byte >> 4).hexDigit)
            digits.append((byte & 15).hexDigit)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension UInt8 {
    /// The ASCII character for a value below 16.
    fileprivate var hexDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") - 10 + self
    }
}

extension Array<UInt8> {
    /// Reads hexadecimal text; skips spaces and colons.
    ///
    /// Returns nil for an odd number of digits or any other character.
    package init?(hex text: some StringProtocol) {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text where character != " " && character != ":" {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            if let pending = high {
                bytes.append(pending << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        guard high == nil else { return nil }
        self = bytes
    }
}
