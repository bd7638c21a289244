extension Sequence<UInt8> {
    /// Lower-case hexadecimal, two digits an octet, nothing between.
    package var hex: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * underestimatedCount)
        for octet in self {
            digits.append((octet >> 4).hexDigit)
            digits.append((octet & 15).hexDigit)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension UInt8 {
    /// The character of ASCII for a value below 16.
    fileprivate var hexDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") - 10 + self
    }
}

extension Array<UInt8> {
    /// Reads hexadecimal text; spaces and colons between octets are passed over.
    ///
    /// Nil for an odd number of digits or any other character.
    package init?(hex text: some StringProtocol) {
        var octets: [UInt8] = []
        var high: UInt8?
        for character in text where character != " " && character != ":" {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            if let pending = high {
                octets.append(pending << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        guard high == nil else { return nil }
        self = octets
    }
}
