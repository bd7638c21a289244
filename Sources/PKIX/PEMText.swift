extension PEM {
    /// A block of text around DER octets (RFC 7468 §3), with lines of 64 characters.
    ///
    /// The label is `CERTIFICATE`, `PRIVATE KEY` or another of RFC 7468.
    package static func text(_ label: String, _ der: [UInt8]) -> String {
        let base64 = encode(der)
        var lines = ["-----BEGIN \(label)-----"]
        for start in stride(from: 0, to: base64.count, by: 64) {
            let line = base64[start..<min(start + 64, base64.count)]
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }

    /// Base64 (RFC 4648 §4).
    private static func encode(_ octets: [UInt8]) -> [UInt8] {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        )
        var text: [UInt8] = []
        text.reserveCapacity((octets.count + 2) / 3 * 4)
        for start in stride(from: 0, to: octets.count, by: 3) {
            let group = octets[start..<min(start + 3, octets.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for position in 0..<4 {
                let isPadding = position > group.count
                text.append(
                    isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * position) & 63]
                )
            }
        }
        return text
    }
}
