import X509

/// `SecBase64Decode` of Apple's Security (OSX/sec/Security/SecBase64.c), as used for
/// `NSPinnedDomains`.
enum SecBase64 {
    /// Returns the bytes of a text.
    ///
    /// Characters outside the alphabet are skipped, so a pin may be split over lines. An incomplete
    /// group of four characters at the end is dropped. The unused bits before padding may have any
    /// value, and text after padding is ignored.
    static func decode(_ text: String) -> [UInt8] {
        let padding = UInt8(ascii: "=")
        var bytes: [UInt8] = []
        var quantum: [UInt8] = []
        for character in text.utf8 where character == padding || Base64.has(character) {
            quantum.append(character)
            guard quantum.count == 4 else { continue }
            let paddings = quantum.reversed().prefix { $0 == padding }.count
            let zeroed = quantum.map { $0 == padding ? UInt8(ascii: "A") : $0 }
            // A group with three or four padding characters yields three bytes, as in Apple's code.
            let count = paddings == 1 ? 2 : paddings == 2 ? 1 : 3
            bytes += (Base64.decode(zeroed) ?? []).prefix(count)
            guard paddings == 0 else { break }
            quantum = []
        }
        return bytes
    }
}
