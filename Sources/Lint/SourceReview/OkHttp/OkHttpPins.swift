/// A call of `CertificatePinner.Builder.add`.
struct OkHttpEntry: Sendable {
    typealias Pin = (tokens: Range<Int>, text: String)

    let call: Call
    let pattern: Range<Int>
    let host: String?
    let pins: [Pin]
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

    /// Whether a call of `add` pins a host: its receiver is a pinner's builder, or an argument is a
    /// pin.
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
        // A variable that contains the builder.
        guard let name = source.token(start)?.text else { return false }
        return source.settings(name).contains { setting in
            setting.value.prefix(8).contains { source.tokens[$0].is("CertificatePinner") }
        }
    }

    /// Returns a match at a pattern, with the edit that replaces the pattern.
    func pattern(_ entry: OkHttpEntry, replacement: String?) -> Match {
        var match = Match(entry.pattern)
        match.edits = replacement.flatMap { replaced(entry.pattern, $0) } ?? []
        return match
    }

    /// Returns the edit that replaces the content of a literal.
    ///
    /// A name is replaced by a literal, because other code may use its constant. An expression gets
    /// no edit.
    func replaced(_ tokens: Range<Int>, _ text: String) -> [Edit]? {
        let inner = source.trimmed(tokens)
        guard inner.count == 1, let token = source.token(inner.lowerBound) else { return nil }
        if token.kind == .name, [.kotlin, .java, .swift].contains(source.language) {
            return [Edit(token.range, "\"\(text)\"")]
        }
        guard token.kind == .string, token.pieces.isEmpty else { return nil }
        let written = file.text(token.range)
        guard written.contains(token.text), !token.text.isEmpty else { return nil }
        return [Edit(token.range, written.replacing(token.text, with: text))]
    }
}
