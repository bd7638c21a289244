import X509

/// `android.util.Base64.decode` without flags (AOSP, core/java/android/util/Base64.java).
///
/// The decoder skips characters outside the alphabet. Padding may be missing, and unused bits need
/// not be zero. A mistyped digest may therefore still decode.
enum AndroidBase64 {
    /// Returns the decoded bytes; nil if Android throws `IllegalArgumentException`.
    static func decode(_ text: String) -> [UInt8]? {
        let padding = UInt8(ascii: "=")
        let known = text.utf8.filter { $0 == padding || Base64.has($0) }
        let data = known.prefix { $0 != padding }
        let paddings = known.dropFirst(data.count)
        // A last group of one character lacks three padding characters; `Base64` rejects such a
        // group with any padding.
        let missing = (4 - data.count % 4) % 4
        guard paddings.allSatisfy({ $0 == padding }),
            paddings.isEmpty || paddings.count == missing
        else { return nil }
        let whole = data + repeatElement(padding, count: missing)
        return Base64.decode(whole, acceptsLooseBits: true)
    }
}
