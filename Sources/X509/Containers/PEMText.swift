extension PEM {
    /// Returns DER bytes as a block of text (RFC 7468 §3), with lines of 64 characters.
    ///
    /// The label is `CERTIFICATE`, `PRIVATE KEY` or another label of RFC 7468.
    package static func text(_ label: String, _ der: [UInt8]) -> String {
        let base64 = Base64.encode(der)
        var lines = ["-----BEGIN \(label)-----"]
        for start in stride(from: 0, to: base64.count, by: 64) {
            let line = base64[start..<min(start + 64, base64.count)]
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}
