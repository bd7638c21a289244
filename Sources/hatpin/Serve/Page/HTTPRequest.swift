import Basics

/// The head of an HTTP/1 request (RFC 9112 §3), as far as the page needs it.
struct HTTPRequest: Hashable, Sendable {
    let method: String
    /// The target as in the request line.
    let target: String
    /// The fields by lowercase name; of a repeated field, the first value.
    private var fields: [String: String] = [:]

    /// Reads the head of a request; returns nil for bytes without a whole and valid head.
    init?(_ bytes: [UInt8]) {
        let head = bytes.firstPlace(of: [13, 10, 13, 10]).map { bytes[..<$0.lowerBound] }
        // Invalid UTF-8 becomes U+FFFD, which matches no path and no field.
        guard let head else { return nil }
        let lines = head.split(separator: 10, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
        }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[0].isEmpty else { return nil }
        (method, target) = (String(words[0]), String(words[1]))
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            if fields[name] == nil { fields[name] = String(value) }
        }
    }

    /// Returns the value of a field; nil if the request does not have it.
    subscript(name: String) -> String? { fields[name] }

    /// The path without the query.
    var path: String { String(target.prefix { $0 != "?" }) }
}

/// An HTTP response.
struct HTTPAnswer: Sendable {
    private let head: String
    private let body: [UInt8]

    /// - Parameters:
    ///   - status: the status code and reason phrase.
    ///   - fields: the header fields that not every response has, without line ends.
    ///   - body: the whole body.
    init(_ status: String, _ fields: [String] = [], body: [UInt8] = []) {
        let all = fields + ["Content-Length: \(body.count)"] + Self.always
        head = "HTTP/1.1 \(status)\r\n" + all.map { $0 + "\r\n" }.joined() + "\r\n"
        self.body = body
    }

    /// Returns the head of a response whose body is a stream.
    static func stream(_ type: String) -> [UInt8] {
        let lines = ["HTTP/1.1 200 OK", "Content-Type: \(type)"] + always + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Returns the response, without its body if the request is a HEAD request.
    func bytes(for request: HTTPRequest?) -> [UInt8] {
        Array(head.utf8) + (request?.method == "HEAD" ? [] : body)
    }

    private static let always = [
        "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
    ]
}
