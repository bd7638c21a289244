/// IP addresses as text (RFC 4291 §2.2; dotted decimal), read strictly and written in one form.
package enum IPAddress {
    /// Reads an address of 4 or 16 bytes; nil for anything else, including zone identifiers.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        text.contains(":") ? version6(String(text)) : version4(String(text))
    }

    /// Reads an address with its mask, 8 or 32 bytes (RFC 5280 §4.2.1.10).
    ///
    /// The forms are `192.0.2.0/24`, `192.0.2.0/255.255.255.0` and `2001:db8::/32`.
    package static func subtree(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = bytes(parts[0]) else { return nil }
        if let mask = bytes(parts[1]), mask.count == address.count { return address + mask }
        guard parts[1].count <= 3, isDecimal(parts[1]),
            let bits = Int(parts[1]), bits <= address.count * 8
        else { return nil }
        let mask = address.indices.map { index in
            UInt8(truncatingIfNeeded: 0xff00 >> min(8, max(0, bits - index * 8)))
        }
        return address + mask
    }

    private static func version4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            // Some readers take a leading zero for octal, other readers for decimal.
            guard isDecimal(part), part.count == 1 || part.first != "0", let byte = UInt8(part)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: String) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            return groups(text[...]).flatMap { $0.count == 16 ? $0 : nil }
        }
        let (head, tail) = (text[..<gap.lowerBound], text[gap.upperBound...])
        guard !tail.contains("::"), !tail.hasPrefix(":"), head.isEmpty || !head.contains("."),
            let left = groups(head), let right = groups(tail), left.count + right.count <= 14
        else { return nil }
        return left + [UInt8](repeating: 0, count: 16 - left.count - right.count) + right
    }

    /// Reads groups of up to four hexadecimal digits; dotted decimal may replace the last two
    /// groups.
    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(".") {
                guard let tail = version4(String(part)) else { return nil }
                bytes += tail
            } else {
                guard (1...4).contains(part.count),
                    part.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xff)]
            }
        }
        return bytes
    }

    /// Whether the text consists of decimal digits; `UInt8` would also accept signs.
    private static func isDecimal(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the address as text: dotted decimal for 4 bytes, RFC 5952 §4 for 16 bytes,
    /// hexadecimal for other lengths.
    package static func text(_ bytes: [UInt8]) -> String {
        switch bytes.count {
        case 4: bytes.map(String.init).joined(separator: ".")
        case 16: text6(bytes)
        default: bytes.hex
        }
    }

    /// Returns an IPv6 address without leading zeros, and with the first longest run of zero groups
    /// as `::`.
    private static func text6(_ bytes: [UInt8]) -> String {
        let groups = stride(from: 0, to: 16, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        var longest = 0..<0
        var start = 0
        while start < groups.count {
            let run = start..<(groups[start...].firstIndex { $0 != 0 } ?? groups.count)
            if run.count > longest.count { longest = run }
            start = run.upperBound + 1
        }
        func joined(_ part: some Sequence<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return joined(groups) }
        return joined(groups[..<longest.lowerBound]) + "::" + joined(groups[longest.upperBound...])
    }
}
