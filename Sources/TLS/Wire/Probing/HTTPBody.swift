/// The body of an HTTP response.
enum HTTPBody {
    /// Returns a response with its body in one piece (RFC 9112 §7.1); other bytes stay as they are.
    static func content(of response: [UInt8]) -> [UInt8] {
        let text = String(decoding: response, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n"),
            text[..<end.lowerBound].lowercased().contains("transfer-encoding: chunked")
        else { return response }
        let head = text.utf8[..<end.upperBound].count
        var content = Array(response.prefix(head))
        var rest = response.dropFirst(head)
        while let line = rest.firstIndex(of: 10) {
            let digits = rest[..<line].prefix { $0 != 13 && $0 != UInt8(ascii: ";") }
            guard let length = Int(String(decoding: digits, as: UTF8.self), radix: 16), length > 0
            else { break }
            content += rest[(line + 1)...].prefix(length)
            // Each chunk ends with CRLF.
            rest = rest[(line + 1)...].dropFirst(length).dropFirst(2)
        }
        return content
    }
}
