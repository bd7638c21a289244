import PKIX

/// `android.util.Base64.decode` without flags (AOSP, core/java/android/util/Base64.java).
///
/// Characters outside the alphabet are passed over, padding may be missing, and what is left over
/// under it need not be zero; so a digest that is mistyped can still be one.
enum AndroidBase64 {
    /// Nil for `IllegalArgumentException`.
    static func decode(_ text: String) -> [UInt8]? {
        let padding = UInt8(ascii: "=")
        let known = text.utf8.filter { $0 == padding || Base64.has($0) }
        let data = known.prefix { $0 != padding }
        let paddings = known.dropFirst(data.count)
        let expected: Int
        switch data.count % 4 {
        case 1: return nil
        case 2: expected = 2
        case 3: expected = 1
        default: expected = 0
        }
        guard paddings.allSatisfy({ $0 == padding }),
            paddings.isEmpty || paddings.count == expected
        else { return nil }
        var octets: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for character in data {
            bits = (bits << 6 | (Base64.sextet(character) ?? 0)) & 0xfff_ffff
            count += 6
            if count >= 8 {
                count -= 8
                octets.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return octets
    }
}
