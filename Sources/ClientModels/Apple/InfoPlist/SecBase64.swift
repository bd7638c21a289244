import X509

/// `SecBase64Decode` of Apple's Security (OSX/sec/Security/SecBase64.c), as `NSPinnedDomains` is read.
enum SecBase64 {
    /// The bytes of a text.
    ///
    /// Characters outside the alphabet are passed over, so that a pin may be broken over lines; a
    /// part of a quantum at the end is left out, bits under padding may be anything, and what stands
    /// after padding does not count.
    static func decode(_ text: String) -> [UInt8] {
        let padding = UInt8(ascii: "=")
        var bytes: [UInt8] = []
        var quantum: [UInt8] = []
        for character in text.utf8 where character == padding || Base64.has(character) {
            quantum.append(character)
            guard quantum.count == 4 else { continue }
            let paddings = quantum.reversed().prefix { $0 == padding }.count
            let zeroed = quantum.map { $0 == padding ? UInt8(ascii: "A") : $0 }
            // Three signs of padding or four leave three bytes, as in the original.
            let count = paddings == 1 ? 2 : paddings == 2 ? 1 : 3
            bytes += (Base64.decode(zeroed) ?? []).prefix(count)
            guard paddings == 0 else { break }
            quantum = []
        }
        return bytes
    }
}
