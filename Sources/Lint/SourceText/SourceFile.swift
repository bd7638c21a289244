/// The tokens of a source file, with the queries that rules use.
package struct SourceFile: Sendable {
    package let language: Language
    package let bytes: [UInt8]
    package let tokens: [Token]
    /// The index of the first token of a shell command; past the end for a language without them.
    private let firstOfShell: Int
    /// The bytes of comments, in order.
    package let comments: [Range<Int>]
    /// The pairs of brackets.
    private let brackets: Brackets
    /// The indices of names, strings and words, by their text.
    private let indices: [String: [Int]]
    /// The first token of the value of each name that is assigned exactly once.
    let constants: [String: Int]
    /// The bytes that only debug builds compile or run, in order and disjoint.
    private let debugRegions: [Range<Int>]

    /// The most places with one name, and tokens of one expression, that rules read, so that the
    /// time stays linear in the file's size.
    private static let occurrenceLimit = 500
    private static let expressionLimit = 400

    /// The depth to which commands in quoted words are read; each level is read once more.
    private static let commandDepth = 4

    package init(_ bytes: [UInt8], _ language: Language) {
        (self.bytes, self.language) = (bytes, language)
        var tokens: [Token] = []
        var comments: [Range<Int>] = []
        var parts = [EmbeddedCommand(.script, 0..<bytes.count)]
        var firstOfShell: Int?
        for depth in 0...Self.commandDepth where !parts.isEmpty {
            var next: [EmbeddedCommand] = []
            if depth > 0, firstOfShell == nil { firstOfShell = tokens.count }
            for part in parts {
                var lexer = Lexer(bytes, depth == 0 ? language : .shell, in: part)
                lexer.read()
                // Line ends on both sides separate a command from its neighbours.
                let stop = Token(
                    kind: .newline,
                    range: part.range.upperBound..<part.range.upperBound,
                    text: "\n"
                )
                tokens += lexer.tokens + [stop]
                comments += lexer.comments
                next += lexer.commands
            }
            parts = next
        }
        self.tokens = tokens
        self.firstOfShell = language == .shell ? 0 : firstOfShell ?? tokens.count
        self.comments = comments.sorted { $0.lowerBound < $1.lowerBound }
        brackets = Brackets(tokens)
        indices = Self.indices(tokens)
        let debugRegions = DebugRegions.find(tokens, brackets)
        self.debugRegions = debugRegions
        constants = Constants.assignedOnce(tokens, language) {
            Self.contains(debugRegions, $0)
        }
    }

    private static func indices(_ tokens: [Token]) -> [String: [Int]] {
        var indices: [String: [Int]] = [:]
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .name, .string, .word: indices[token.text, default: []].append(index)
            default: break
            }
        }
        return indices
    }

    // MARK: Tokens

    /// Returns the indices of the names, strings and words with this text.
    package func occurrences(of text: String) -> [Int] {
        Array((indices[text] ?? []).prefix(Self.occurrenceLimit))
    }

    /// Returns the token at an index; nil outside the file.
    package func token(_ index: Int) -> Token? {
        tokens.indices.contains(index) ? tokens[index] : nil
    }

    /// Returns the index of the next token, skipping line ends.
    package func next(_ index: Int) -> Int {
        var index = index + 1
        while token(index)?.kind == .newline { index += 1 }
        return index
    }

    /// Returns the index of the previous token, skipping line ends.
    package func previous(_ index: Int) -> Int {
        var index = index - 1
        while token(index)?.kind == .newline { index -= 1 }
        return index
    }

    /// Returns whether a token belongs to a shell command.
    package func isOfShell(_ index: Int) -> Bool { index >= firstOfShell }

    /// Returns the shell word `NAME=value` that is the only assignment of a name.
    package func assignment(of name: String) -> Token? {
        language.isWords ? constants[name].flatMap(token) : nil
    }

    package func isSign(_ index: Int, _ text: String) -> Bool {
        token(index).map { $0.kind == .sign && $0.text == text } ?? false
    }

    /// Returns the index of the bracket that matches the bracket at an index.
    package func counterpart(_ index: Int) -> Int? { brackets.counterpart(index) }

    /// Returns the index of the innermost bracket that is open at a token.
    package func enclosing(_ index: Int) -> Int? { brackets.enclosing(index) }

    /// Returns tokens without leading and trailing line ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (first, end) = (range.lowerBound, range.upperBound)
        while first < end, token(first).map({ $0.kind == .newline }) ?? true { first += 1 }
        while end > first, token(end - 1).map({ $0.kind == .newline }) ?? true { end -= 1 }
        return first..<end
    }

    /// Returns the bytes of tokens, without leading and trailing line ends.
    package func bytes(of range: Range<Int>) -> Range<Int> {
        let inner = trimmed(range)
        guard let first = token(inner.lowerBound), let last = token(inner.upperBound - 1),
            !inner.isEmpty
        else { return 0..<0 }
        return first.range.lowerBound..<max(first.range.lowerBound, last.range.upperBound)
    }

    /// Returns the text of tokens as written in the file.
    package func text(of range: Range<Int>) -> String {
        String(decoding: bytes[bytes(of: range)], as: UTF8.self)
    }

    /// Returns whether a byte is in a region that only debug builds compile or run.
    package func isDebug(_ byte: Int) -> Bool { Self.contains(debugRegions, byte) }

    /// Returns whether a byte is in one of the sorted regions.
    private static func contains(_ regions: [Range<Int>], _ byte: Int) -> Bool {
        var (low, high) = (0, regions.count)
        while low < high {
            let middle = (low + high) / 2
            if regions[middle].upperBound <= byte { low = middle + 1 } else { high = middle }
        }
        return low < regions.count && regions[low].contains(byte)
    }

    // MARK: Expressions

    /// Returns the tokens of the expression that begins at an index: up to a comma, a semicolon, a
    /// closing bracket, or a line end that does not follow an operator.
    package func expression(from start: Int) -> Range<Int> {
        var index = start
        while let token = token(index), index - start < Self.expressionLimit {
            if token.kind == .newline {
                if !continues(after: index) { break }
            } else if token.kind == .sign {
                if [")", "]", "}", ",", ";"].contains(token.text) { break }
                if let end = counterpart(index), end > index { index = end }
            }
            index += 1
        }
        return start..<max(start, index)
    }

    /// Returns whether the expression continues in the line that begins after `index`.
    private func continues(after index: Int) -> Bool {
        let operators: Set = ["+", "=", ":", "->", "=>", "?", "&&", "||", ":=", "==", "!="]
        if let last = token(previous(index)), last.kind == .sign, operators.contains(last.text) {
            return true
        }
        guard let next = token(next(index)), next.kind == .sign else { return false }
        return ["+", ".", "?.", "?", "&&", "||"].contains(next.text)
    }
}
