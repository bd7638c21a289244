import Basics

/// The head of an HTTP/1 request (RFC 9112 §3), as far as the page needs it.
struct HTTPRequest: Hashable, Sendable {
    let method: String
    /// As it stands in the request line.
    let target: String
    /// By lowercase name; of a field that stands there twice the first.
    private var fields: [String: String] = [:]

    /// Reads a head; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let head = bytes.firstPlace(of: [13, 10, 13, 10]).map { bytes[..<$0.lowerBound] }
        // Bytes that are no UTF-8 become U+FFFD, and name nothing that there is.
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

    /// The value of a field; nil if the request has none.
    subscript(name: String) -> String? { fields[name] }

    /// The path without a query.
    var path: String { String(target.prefix { $0 != "?" }) }
}

/// An answer, as it goes over the wire.
struct HTTPAnswer: Sendable {
    private let head: String
    private let body: [UInt8]

    /// - Parameters:
    ///   - status: number and words.
    ///   - fields: lines of the head, without line ends, beside those of every answer.
    ///   - body: all of it.
    init(_ status: String, _ fields: [String] = [], body: [UInt8] = []) {
        let all = fields + ["Content-Length: \(body.count)"] + Self.always
        head = "HTTP/1.1 \(status)\r\n" + all.map { $0 + "\r\n" }.joined() + "\r\n"
        self.body = body
    }

    /// The head of an answer whose body has no end.
    static func stream(_ type: String) -> [UInt8] {
        let lines = ["HTTP/1.1 200 OK", "Content-Type: \(type)"] + always + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The answer without its body if that is all that was asked for.
    func bytes(for request: HTTPRequest?) -> [UInt8] {
        Array(head.utf8) + (request?.method == "HEAD" ? [] : body)
    }

    private static let always = [
        "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
    ]
}
