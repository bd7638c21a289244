import Basics

/// A response of a web server, as far as it has come (RFC 9112).
struct HTTPResponse {
    /// The status line and the fields, with the empty line after them.
    let head: ArraySlice<UInt8>
    /// The body in one piece.
    let body: [UInt8]
    /// Whether the whole body has come; a body without a length ends with the connection.
    let isWhole: Bool

    /// Reads what has come of a response; returns nil if the head is incomplete.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.endOfHead else { return nil }
        head = bytes[..<end]
        let fields = String(decoding: head, as: UTF8.self).lowercased()
            .split(whereSeparator: \.isNewline).dropFirst()
            .map { $0.split(separator: ":", maxSplits: 1).map { $0.filter { $0 != " " } } }
        func value(of name: String) -> String? {
            fields.last { $0.count == 2 && $0[0] == name }?[1]
        }
        if value(of: "transfer-encoding") == "chunked" {
            (body, isWhole) = Self.joined(bytes[end...])
        } else if let length = value(of: "content-length").flatMap({ Int($0) }), length >= 0 {
            body = Array(bytes[end...].prefix(length))
            isWhole = body.count == length
        } else {
            (body, isWhole) = (Array(bytes[end...]), false)
        }
    }

    /// Returns the content of chunks, and whether the last chunk has come (RFC 9112 §7.1).
    private static func joined(_ chunks: ArraySlice<UInt8>) -> ([UInt8], Bool) {
        var (content, rest) = ([] as [UInt8], chunks)
        while let line = rest.firstIndex(of: 10) {
            let digits = rest[..<line].prefix { $0 != 13 && $0 != UInt8(ascii: ";") }
            guard let length = Int(String(decoding: digits, as: UTF8.self), radix: 16), length > 0
            else { return (content, digits.elementsEqual("0".utf8)) }
            content += rest[(line + 1)...].prefix(length)
            // Each chunk ends with CRLF.
            rest = rest[(line + 1)...].dropFirst(length).dropFirst(2)
        }
        return (content, false)
    }
}
