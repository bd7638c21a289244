/// Pins as applications write them: calls of `add` on a `CertificatePinner.Builder`, in Kotlin or
/// Java, or lines with a pattern and its pins.
///
/// ```kotlin
/// .add("*.example.com", "sha256/…", "sha256/…")     // calls, in any place
/// ```
/// ```
/// *.example.com sha256/… sha256/…                    # lines, where there are no calls
/// ```
enum CertificatePinnerSource {
    struct Entry: Hashable {
        let pattern: String
        let pins: [String]
    }

    /// Returns the entries in their order.
    ///
    /// - Throws: an error for a line that is not a pattern and its pins, and for a call with an
    ///   argument that is not a string. Reading such an argument would require running the program.
    static func entries(of source: String) throws(IllegalArgumentException) -> [Entry] {
        try lastRead.value(of: source) { source in
            Result { () throws(IllegalArgumentException) in try read(source) }
        }.get()
    }

    private static let lastRead = LastMade<String, Result<[Entry], IllegalArgumentException>>()

    private static func read(_ source: String) throws(IllegalArgumentException) -> [Entry] {
        var reader = Reader(source)
        let calls = try reader.calls()
        return calls.isEmpty ? try lines(of: source) : calls
    }

    /// Returns the patterns in a text that pins something, each once; nil for any other text.
    static func patterns(in document: PolicyDocument) -> [String]? {
        guard case .text(let source) = document, let entries = try? entries(of: source) else {
            return nil
        }
        let pinning = entries.filter { entry in
            entry.pins.contains { $0.hasPrefix("sha256/") || $0.hasPrefix("sha1/") }
        }
        guard !pinning.isEmpty else { return nil }
        return pinning.map(\.pattern).reduce(into: []) { unique, pattern in
            if !unique.contains(pattern) { unique.append(pattern) }
        }
    }

    private static func lines(of source: String) throws(IllegalArgumentException) -> [Entry] {
        var entries: [Entry] = []
        for line in source.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let pattern = words.first else { continue }
            guard looksLikePinning(pattern, words.dropFirst()) else {
                // The message quotes nothing from the file, since the file may have any content.
                throw IllegalArgumentException(
                    message: "there is no call of add() and no line with a pattern and its pins"
                )
            }
            guard words.count > 1 else {
                throw IllegalArgumentException(
                    message: "there is no pin after \(pattern.configurationExcerpt)"
                )
            }
            entries.append(
                Entry(pattern: String(pattern), pins: words.dropFirst().map(String.init))
            )
        }
        return entries
    }
}

extension CertificatePinnerSource {
    /// Whether a line looks like a pattern and its pins, valid or not.
    private static func looksLikePinning(
        _ pattern: Substring,
        _ pins: [Substring].SubSequence
    ) -> Bool {
        let isHost = pattern.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: ".*-_".utf8.contains(byte)
            }
        }
        let isPinned = pins.contains { $0.hasPrefix("sha256/") || $0.hasPrefix("sha1/") }
        return isPinned || isHost && pins.allSatisfy { $0.contains("/") }
    }
}

/// Finds the pinner's `add` calls in the source of any program, using only its strings and
/// comments.
///
/// Programs also add other things, such as headers. If the text names builders, only calls after
/// `CertificatePinner.Builder` count as the pinner's calls, whatever they add.
private struct Reader {
    private static let builder = "CertificatePinner.Builder"

    private var rest: Substring
    /// Whether the current call is on a pinner's builder.
    private var isPinner: Bool

    init(_ source: String) {
        rest = Substring(source)
        isPinner = !source.contains("Builder")
    }

    mutating func calls() throws(IllegalArgumentException) -> [CertificatePinnerSource.Entry] {
        var calls: [CertificatePinnerSource.Entry] = []
        while !rest.isEmpty {
            if rest.first == "\"" {
                _ = string()
            } else if startCall() {
                if let call = try arguments() { calls.append(call) }
            } else if !skipComment(), !skipCharacter() {
                if rest.hasPrefix(Self.builder) { isPinner = true }
                if rest.hasPrefix(".build(") { isPinner = false }
                rest.removeFirst()
            }
        }
        return calls
    }

    /// Skips `.add(`; returns false if the text does not begin with it.
    private mutating func startCall() -> Bool {
        guard rest.hasPrefix(".add") else { return false }
        let after = rest.dropFirst(4).drop(while: \.isWhitespace)
        guard after.first == "(" else { return false }
        rest = after.dropFirst()
        return true
    }

    /// Returns the added entry; nil for a call on another builder.
    private mutating func arguments() throws(IllegalArgumentException)
        -> CertificatePinnerSource.Entry?
    {
        var strings: [String] = []
        while let next = rest.first, next != ")" {
            if next == "\"" {
                strings.append(string())
            } else if !skipComment() {
                guard next == "," || next.isWhitespace else { break }
                rest.removeFirst()
            }
        }
        let pins = strings.dropFirst()
        let isPin = pins.first.map { $0.hasPrefix("sha256/") || $0.hasPrefix("sha1/") } ?? false
        guard isPinner || isPin else { return nil }
        guard rest.first == ")", let pattern = strings.first else {
            throw IllegalArgumentException(
                message: "an argument of add() is not a string literal"
            )
        }
        return CertificatePinnerSource.Entry(pattern: pattern, pins: Array(pins))
    }

    /// Returns the string that begins here; a backslash escapes the next character, except in a
    /// triple-quoted string.
    private mutating func string() -> String {
        let raw = "\"\"\""
        if rest.hasPrefix(raw) {
            rest.removeFirst(raw.count)
            guard let end = rest.firstRange(of: raw) else {
                defer { rest = "" }
                return String(rest)
            }
            defer { rest = rest[end.upperBound...] }
            return String(rest[..<end.lowerBound])
        }
        rest.removeFirst()
        var text = ""
        while let next = rest.popFirst(), next != "\"" {
            guard next == "\\" else {
                text.append(next)
                continue
            }
            if let escaped = rest.popFirst() { text.append(escaped) }
        }
        return text
    }

    /// Skips a character literal of a quotation mark; returns false if the text does not begin with
    /// it.
    private mutating func skipCharacter() -> Bool {
        for literal in ["'\"'", "'\\\"'"] where rest.hasPrefix(literal) {
            rest.removeFirst(literal.count)
            return true
        }
        return false
    }

    private mutating func skipComment() -> Bool {
        if rest.hasPrefix("//") {
            rest = rest.drop { !$0.isNewline }
            return true
        }
        guard rest.hasPrefix("/*") else { return false }
        rest.removeFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
        return true
    }
}
