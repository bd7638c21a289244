import X509

/// `SecBase64Decode` of Apple's Security (OSX/sec/Security/SecBase64.c), as used for
/// `NSPinnedDomains`.
enum SecBase64 {
    /// The bytes of a text.
    ///
    /// Characters outside the alphabet are skipped, so a pin may be split over lines. An incomplete
    /// quantum at the end is dropped, bits under padding may be anything, and text after padding
    /// does not count.
    static func decode(_ text: String) -> [UInt8] {
        let padding = UInt8(ascii: "=")
        var bytes: [UInt8] = []
        var quantum: [UInt8] = []
        for character in text.utf8 where character == padding || Base64.has(character) {
            quantum.append(character)
            guard quantum.count == 4 else { continue }
            let paddings = quantum.reversed().prefix { $0 == padding }.count
            let zeroed = quantum.map { $0 == padding ? UInt8(ascii: "A") : $0 }
            // Three or four padding characters leave three bytes, as in the original.
            let count = paddings == 1 ? 2 : paddings == 2 ? 1 : 3
            bytes += (Base64.decode(zeroed) ?? []).prefix(count)
            guard paddings == 0 else { break }
            quantum = []
        }
        return bytes
    }
}
