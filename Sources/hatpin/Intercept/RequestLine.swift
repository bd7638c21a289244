/// The first line of a client's request, without secrets.
enum RequestLine {
    /// The largest number of shown characters of a target; the path of a resource is shorter.
    private static let longest = 120

    /// Returns method, path and version of an HTTP/1 request, or else the protocol or the number of
    /// bytes.
    ///
    /// Headers, bodies, queries and user information contain secrets and are omitted. Paths can
    /// contain secrets, too: only their plain words are shown, and `…` replaces the rest.
    static func shown(of data: [UInt8]) -> String {
        if data.starts(with: "PRI * HTTP/2.0\r\n".utf8) { return "HTTP/2" }
        let line = data.prefix { $0 != 10 && $0 != 13 }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[2].count == 8,
            words[0].count <= 20, words[0].allSatisfy({ $0.isASCII && $0.isLetter })
        else { return "\(data.count) bytes, not HTTP" }
        return "\(words[0]) \(target(words[1])) \(words[2])"
    }

    private static func target(_ text: Substring) -> String {
        var path = text.prefix { $0 != "?" && $0 != "#" }
        // The absolute form (RFC 9112 §3.2.2) may contain a user name. Only its path is shown,
        // since the host is known.
        if !path.hasPrefix("/"), let slash = path.firstIndex(of: "/") {
            path = path[slash...].drop { $0 == "/" }.drop { $0 != "/" }
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            isPlain(part) ? String(part) : "…"
        }
        let shown = parts.joined(separator: "/")
        return shown.count > longest ? shown.prefix(longest) + "…" : shown
    }

    /// The largest length of a shown word.
    ///
    /// Longer words are rare in paths, and lower-case tokens are longer.
    private static let longestWord = 20

    /// Whether a path segment consists of lower-case words joined by hyphens, as in names of
    /// resources, or is a version such as `v1`.
    ///
    /// User names, account numbers and tokens usually have another form, so other segments are
    /// omitted.
    private static func isPlain(_ part: Substring) -> Bool {
        if part.isEmpty || part.wholeMatch(of: /v[0-9]{1,2}/) != nil { return true }
        let words = part.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            (1...longestWord).contains(word.count)
                && word.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        }
    }
}
