import Basics

/// The texts that a source file gives to names, and the texts that the caller defines.
struct SourceConstants {
    private let file: ReviewedFile
    /// The bytes of values, by name; a name with several values is left out.
    private var values: [String: Range<Int>] = [:]
    private let defines: [String: String]

    /// - Parameters:
    ///   - matches: the matches in the file, including those of the shared rule `constant`.
    ///   - file: the file.
    ///   - defines: the values of names that the file does not define.
    init(_ matches: [SyntaxMatch], in file: ReviewedFile, defines: [String: String]) {
        (self.file, self.defines) = (file, defines)
        var repeated: Set<String> = []
        for match in matches where match.target == .shared(.constant) {
            guard let name = match.captures["NAME"].map(file.text),
                let value = match.captures["VALUE"]
            else { continue }
            if values.updateValue(value, forKey: name) ?? value != value { repeated.insert(name) }
        }
        for name in repeated { values[name] = nil }
    }

    /// A text, and where the file states it.
    struct Text {
        let text: String
        /// The bytes inside the quotation marks; nil if the file does not state the text.
        let range: Range<Int>?
    }

    /// Returns the text of an expression: a string literal, or a name that stands for a string
    /// literal.
    ///
    /// - Returns: the text; nil for any other expression.
    func text(of expression: Range<Int>) -> Text? { text(of: expression, depth: 0) }

    private func text(of expression: Range<Int>, depth: Int) -> Text? {
        let written = file.text(expression)
        if let quote = Self.quote(of: written) {
            let inner = expression.dropFirst(quote.start).dropLast(quote.end)
            let text = file.text(inner)
            // `"a" + "b"` also begins and ends with a quotation mark, but has others inside.
            let marks = file.text(expression.prefix(quote.start).suffix(1))
            let isPlain =
                !text.contains("\\") && !text.contains("\n") && !text.contains(marks)
                && !text.contains(/\$[{A-Za-z_]/)
            return isPlain ? Text(text: text, range: inner) : nil
        }
        let isName = written.allSatisfy { $0.isLetter || $0.isNumber || "_.$".contains($0) }
        guard depth < 8, isName, let name = written.split(separator: ".").last.map(String.init)
        else { return nil }
        // The build configuration and the environment are not defined in this file.
        let isForeign = ["BuildConfig.", "env.", "R."].contains(where: written.hasPrefix)
        if !isForeign, let value = values[name] { return text(of: value, depth: depth + 1) }
        return defines[name].map { Text(text: $0, range: nil) }
    }

    /// Returns the number of bytes before and after the text of a string literal.
    private static func quote(of written: String) -> (start: Int, end: Int)? {
        for quote in ["\"\"\"", "\"", "'", "`"] {
            for prefix in ["", "@"] where written.hasPrefix(prefix + quote) {
                let isClosed =
                    written.hasSuffix(quote)
                    && written.utf8.count >= prefix.utf8.count + 2 * quote.utf8.count
                return isClosed ? (prefix.utf8.count + quote.utf8.count, quote.utf8.count) : nil
            }
        }
        return nil
    }
}
