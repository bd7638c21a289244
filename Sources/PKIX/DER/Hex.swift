extension Sequence<UInt8> {
    /// Lower-case hexadecimal, two digits an octet, nothing between.
    package var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
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
