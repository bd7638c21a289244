/// Labels of international names (RFC 5890 §2.3.2.1).
enum ULabel {
    /// Whether a label that begins with `xn--` is Punycode of a label that IDNA2008 allows.
    static func isALabel(_ label: ArraySlice<UInt8>) -> Bool {
        // Upper case and lower case mean the same in an A-label (RFC 5890 §2.4).
        let encoded = label.map(lowercased)
        guard let scalars = Punycode.decode(encoded.dropFirst(4)) else { return false }
        return InternationalLabel.isRegistrable(
            String(String.UnicodeScalarView(scalars)),
            as: String(decoding: encoded, as: UTF8.self)
        )
    }
}
