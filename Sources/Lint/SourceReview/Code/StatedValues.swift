// Values in source code: the places that were not read, and the edits that replace values.

extension CodeReview {
    /// Returns the unread place for tokens whose value is not in the file; nil for known values.
    func unread(_ tokens: Range<Int>) -> Unread? {
        guard case .unknown(let text) = value(tokens) else { return nil }
        let name = text.prefix { $0.isLetter || $0.isNumber || "_.$".contains($0) }
        let shown = name.isEmpty ? text : String(name)
        // `--define` can set only a single name.
        let way = name.isEmpty || name.count != text.count ? "" : "; set it with --define"
        return Unread(at: span(tokens), "\(shown) is not a literal of this file\(way)")
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
