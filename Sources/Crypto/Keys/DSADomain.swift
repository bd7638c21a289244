import Basics

/// The domain parameters of `dsa.txt`, which all DSA keys of forged setups share (FIPS 186-4 §4.1).
enum DSADomain {
    /// The prime p, of 2048 bits.
    static let modulus = number("modulus")
    /// The prime q, of 256 bits, which divides p - 1.
    static let order = number("order")
    /// The generator g, which has the order q modulo p.
    static let generator = number("generator")

    private static let text = try? SectionedText(EmbeddedTexts.dsa.description)

    private static func number(_ name: String) -> [UInt8] {
        let digits = text?[name]?.entries.first?.text.compactMap(\.hexDigitValue) ?? []
        return stride(from: 0, to: digits.count - 1, by: 2).map { place in
            UInt8(truncatingIfNeeded: digits[place] << 4 | digits[place + 1])
        }
    }
}
