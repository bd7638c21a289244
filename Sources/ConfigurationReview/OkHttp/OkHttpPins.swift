import SourceText

/// A call of `CertificatePinner.Builder.add`.
struct OkHttpEntry: Sendable {
    let call: Call
    let pattern: Range<Int>
    let host: String?
    let pins: [(tokens: Range<Int>, text: String)]
}

extension CodeReview {
    /// The calls that pin hosts, in order.
    var okHttpEntries: [OkHttpEntry] {
        guard mentions("CertificatePinner") else { return [] }
        return source.calls("add").filter { $0.arguments.count >= 1 && isPinning($0) }.compactMap {
            call in
            guard let first = call.arguments.first else { return nil }
            return OkHttpEntry(
                call: call,
                pattern: first.value,
                host: value(first.value).text,
                pins: call.arguments.dropFirst().compactMap { argument in
                    value(argument.value).text.map { (argument.value, $0) }
                }
            )
        }
    }

    /// A pinner's builder stands before, or a pin behind.
    private func isPinning(_ call: Call) -> Bool {
        let isPin = call.arguments.dropFirst().contains {
            value($0.value).text.map { $0.hasPrefix("sha256/") || $0.hasPrefix("sha1/") } ?? false
        }
        if isPin { return true }
        let start = source.receiver(of: call.name)
        if (start..<call.name).prefix(400).contains(where: {
            source.tokens[$0].is("CertificatePinner")
        }) {
            return true
        }
        // A variable that holds the builder.
        guard let name = source.token(start)?.text else { return false }
        return source.settings(name).contains { setting in
            setting.value.prefix(8).contains { source.tokens[$0].is("CertificatePinner") }
        }
    }

    /// A match at a pattern, with the edit that puts another in its place.
    func pattern(_ entry: OkHttpEntry, replacement: String?) -> Match {
        var match = Match(entry.pattern)
        match.edits = replacement.flatMap { replaced(entry.pattern, $0) } ?? []
        return match
    }

    /// The edit of a literal's content; none where the tokens are a name or an expression.
    func replaced(_ tokens: Range<Int>, _ text: String) -> [Edit]? {
        let inner = source.trimmed(tokens)
        guard inner.count == 1, let token = source.token(inner.lowerBound), token.kind == .string
        else {
            return nil
        }
        let written = file.text(token.range)
        guard written.contains(token.text), !token.text.isEmpty else { return nil }
        return [Edit(token.range, written.replacing(token.text, with: text))]
    }
}

/// Hashes as files write them.
enum PinText {
    /// Hashes that documents give as examples.
    static let samples: Set = [
        "afwiKY3RxoMmLkuRW1l7QsPZTJPwDS2pdDROQjXw8ig=",
        "7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=",
        "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=",
        "HXXQgxueCIU5TTLHob/bPbwcKOKw6DkfsTWYHbxbqTY=",
        "0SDf3cRToyZJaMsoS17oF72VMavLxj/N7WBNasNuiR8=",
    ]
    /// SHA-256 of no bytes, as a pipe gives that lost its input.
    static let nothing = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    /// Whether a hash stands for one that is to come: a letter repeated, a sample, or of nothing.
    static func isPlaceholder(_ hash: String) -> Bool {
        let body = hash.filter { $0 != "=" }
        return samples.contains(hash) || hash == nothing || hash.contains("...")
            || !body.isEmpty && Set(body).count <= 2 && body.count > 8
    }

    /// The number of bytes that base64 stands for; nil for other text.
    static func length(ofBase64 text: String) -> Int? {
        let body = text.reversed().drop { $0 == "=" }
        let isBase64 = body.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+/-_".contains($0))
        }
        return isBase64 && body.count % 4 != 1 ? body.count * 3 / 4 : nil
    }

    static func isHex(_ text: String) -> Bool {
        text.count >= 40 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// The base64 of hexadecimal digits.
    static func base64(ofHex text: String) -> String? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
        }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let value = part.reduce(0) { $0 << 8 | $1 } << (8 * (3 - part.count))
            for index in 0..<4 {
                text.append(index <= part.count ? alphabet[value >> (18 - 6 * index) & 63] : "=")
            }
        }
        return text
    }
}
