import ScenarioFormat

// Statements that a fix can delete.

extension SourceFile {
    /// Returns the tokens of the statement around tokens, including its semicolon.
    func statement(around range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        // The search is bounded, because no fix deletes a longer statement.
        while start > 0, range.lowerBound - start < 4_000 {
            let before = start - 1
            if isSign(before, ";") || isSign(before, "{") { break }
            if isSign(before, "}") || isSign(before, ")") || isSign(before, "]"),
                let open = counterpart(before)
            {
                if isSign(before, "}"), !continuesLine(start) { break }
                start = open
                continue
            }
            if token(before)?.kind == .newline, !continuesLine(start) { break }
            start = before
        }
        var end = range.upperBound
        while let token = token(end), token.kind != .newline || continuesLine(end + 1) {
            if token.is("}") { break }
            end += 1
            if token.is(";") { break }
            if let close = counterpart(end - 1), close > end { end = close + 1 }
        }
        return start..<max(start, end)
    }

    /// Returns whether the line that begins at a token continues the line before.
    private func continuesLine(_ index: Int) -> Bool {
        let next = token(index)?.kind == .newline ? next(index) : index
        return isSign(next, ".") || isSign(next, "?.") || isSign(next, "+")
    }

    /// Returns whether a token is in the brackets of a call or the braces of a literal.
    func isListed(_ index: Int) -> Bool {
        enclosing(index).map { isSign($0, "{") || isSign($0, "(") } ?? false
    }

    /// Returns the given bytes and the spaces before them, including those of a continued line.
    func withBlanksBefore(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start > 0 {
            switch bytes[start - 1] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): start -= 1
            case UInt8(ascii: "\n") where start > 1 && bytes[start - 2] == UInt8(ascii: "\\"):
                start -= 2
            default: return start..<range.upperBound
            }
        }
        return start..<range.upperBound
    }

    /// Returns the bytes of list items with an adjacent comma or their hyphens; nil if there are
    /// neither.
    func itemRange(_ range: Range<Int>) -> Range<Int>? {
        let blanks = Set(" \t\r\n\\".utf8)
        let after = bytes[range.upperBound...].drop { blanks.contains($0) }
        if after.first == UInt8(ascii: ",") {
            return withBlanksAfter(range.lowerBound..<after.startIndex + 1)
        }
        guard let before = bytes[..<range.lowerBound].lastIndex(where: { !blanks.contains($0) }),
            ",-".utf8.contains(bytes[before])
        else { return nil }
        return before..<range.upperBound
    }

    /// Returns the given bytes and the spaces after them.
    func withBlanksAfter(_ range: Range<Int>) -> Range<Int> {
        let rest = bytes[range.upperBound...].prefix { $0 == UInt8(ascii: " ") }
        return range.lowerBound..<rest.endIndex
    }

    /// Returns whether the code before a token needs a statement or value after it: `else`, `=`,
    /// `if (…)`.
    fileprivate func isNeeded(_ first: Int) -> Bool {
        let before = previous(first)
        guard let token = token(before) else { return false }
        if token.kind == .name { return Self.leaders.contains(token.text) }
        if isSign(before, ")"), let open = counterpart(before) {
            return self.token(previous(open)).map { Self.heads.contains($0.text) } ?? false
        }
        let ends: Set = ["{", "}", ";", ")", "]"]
        let isBlock = language == .python && token.is(":")
        return token.kind == .sign && !ends.contains(token.text) && !isBlock
    }

    private static let heads: Set = ["if", "while", "for", "when", "switch", "catch", "with"]
    private static let leaders: Set = ["else", "do", "try", "return", "await", "and", "or", "not"]
}

extension CodeReview {
    /// Returns the bytes of the statement that consists of tokens and their receiver; nil if the
    /// statement has more parts or the code around it needs a statement.
    func loneStatement(_ tokens: Range<Int>) -> Range<Int>? {
        let statement = source.trimmed(source.statement(around: tokens))
        var first = tokens.lowerBound
        // `environ["name"] = v`
        if source.isSign(first - 1, "["), source.isSign(first + 1, "]") { first -= 2 }
        first = source.receiver(of: first)
        // `_ = f()` in Swift
        if source.isSign(first - 1, "="), source.token(first - 2)?.is("_") ?? false { first -= 2 }
        var end = statement.upperBound
        while source.isSign(end - 1, ";") { end = source.previous(end - 1) + 1 }
        guard statement.lowerBound == first, end == source.trimmed(tokens).upperBound,
            source.enclosing(first).map({ source.isSign($0, "{") }) ?? true,
            !source.isNeeded(first), !isOnlyOne(statement)
        else { return nil }
        let range = source.bytes(of: statement)
        let lines = file.wholeLines(range)
        // Keep the indentation for the rest of the line, because it defines the block in Python.
        return lines == range ? source.withBlanksAfter(range) : lines
    }

    /// Returns whether a Python statement is the only one of its block, which must not be empty.
    private func isOnlyOne(_ statement: Range<Int>) -> Bool {
        guard source.language == .python,
            source.isSign(source.previous(statement.lowerBound), ":")
        else { return false }
        let next = source.next(statement.upperBound - 1)
        return source.token(next) == nil || column(of: next) < column(of: statement.lowerBound)
    }

    /// Returns the column of a token, from 1.
    func column(of index: Int) -> Int { file.span(source.tokens[index].range).mark.column }
}
