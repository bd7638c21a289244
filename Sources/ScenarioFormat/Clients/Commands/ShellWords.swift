/// Splits words as a POSIX shell does (XCU 2.2 and 2.6.5): quotes and backslashes, no expansion.
package enum ShellWords {
    /// Returns the words of a text.
    ///
    /// - Throws: a fault for an unclosed quote, for a backslash at the end, and for special
    ///   characters of a shell, because they would be passed to the program as plain text.
    static func split(_ text: String) throws(Fault) -> [String] {
        var words: [String] = []
        // Nil between words. A pair of quotes without text is a word; spaces are not.
        var word: String?
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case " ", "\t", "\n", "\r\n":
                if let word { words.append(word) }
                word = nil
            case "'", "\"":
                word = (word ?? "") + (try quoted(by: character, &rest, of: text))
            case "\\":
                guard let next = rest.popFirst() else { throw .openBackslash(text) }
                // A backslash before a line break joins the lines.
                if next != "\n" { word = (word ?? "") + String(next) }
            case _ where operators.contains(character): throw .shellOperator(character)
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    private static let operators: Set<Character> = ["|", "&", ";", "<", ">", "(", ")", "$", "`"]

    /// Removes the text up to and including the closing quote; returns the text without the quote.
    private static func quoted(
        by quote: Character,
        _ rest: inout Substring,
        of text: String
    ) throws(Fault) -> String {
        var quoted = ""
        while let character = rest.popFirst() {
            if character == quote { return quoted }
            guard character == "\\", quote == "\"", let next = rest.first,
                ["$", "`", "\"", "\\", "\n"].contains(next)
            else {
                quoted.append(character)
                continue
            }
            rest.removeFirst()
            if next != "\n" { quoted.append(next) }
        }
        throw .openQuote(quote, in: text)
    }

    /// Returns a text that `split` splits into these words.
    package static func joined(_ words: [String]) -> String {
        words.map { word in
            let isPlain = !word.isEmpty && word.allSatisfy(isPlain)
            return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
        }
        .joined(separator: " ")
    }

    private static func isPlain(_ character: Character) -> Bool {
        !character.isWhitespace && !operators.contains(character) && !"'\"\\".contains(character)
    }
}
