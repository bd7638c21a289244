import ScenarioFormat

// Statements that a fix deletes.

extension SourceFile {
    /// The tokens of the statement around tokens, its semicolon included.
    func statement(around range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        // Bounded: a statement of more tokens is no line to delete.
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

    /// Whether the line that begins at a token goes on with the one before.
    private func continuesLine(_ index: Int) -> Bool {
        let next = token(index)?.kind == .newline ? next(index) : index
        return isSign(next, ".") || isSign(next, "?.") || isSign(next, "+")
    }

    /// Whether a token stands in the brackets of a call or in the braces of a literal.
    func isListed(_ index: Int) -> Bool {
        enclosing(index).map { isSign($0, "{") || isSign($0, "(") } ?? false
    }

    /// The bytes with the blanks before them, those of a continued line included.
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

    /// The bytes of items of a list with a comma beside them, or with their hyphens; nil without both.
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

    /// The bytes with the blanks after them.
    func withBlanksAfter(_ range: Range<Int>) -> Range<Int> {
        let rest = bytes[range.upperBound...].prefix { $0 == UInt8(ascii: " ") }
        return range.lowerBound..<rest.endIndex
    }

    /// Whether the code before a token needs a statement or a value there: `else`, `=`, `if (…)`.
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
    /// The bytes of the statement that tokens are with their receiver; nil where more belongs to it, or
    /// where the code around it needs one.
    func loneStatement(_ tokens: Range<Int>) -> Range<Int>? {
        let statement = source.trimmed(source.statement(around: tokens))
        var first = tokens.lowerBound
        // `environ["name"] = v`
        if source.isSign(first - 1, "["), source.isSign(first + 1, "]") { first -= 2 }
        first = source.receiver(of: first)
        // `_ = f()` of Swift
        if source.isSign(first - 1, "="), source.token(first - 2)?.is("_") ?? false { first -= 2 }
        var end = statement.upperBound
        while source.isSign(end - 1, ";") { end = source.previous(end - 1) + 1 }
        guard statement.lowerBound == first, end == source.trimmed(tokens).upperBound,
            source.enclosing(first).map({ source.isSign($0, "{") }) ?? true,
            !source.isNeeded(first), !isOnlyOne(statement)
        else { return nil }
        let range = source.bytes(of: statement)
        let lines = file.wholeLines(range)
        // The rest of the line begins where the statement did: in Python blanks say a block.
        return lines == range ? source.withBlanksAfter(range) : lines
    }

    /// Whether a statement of Python is the only one of its block, which may not be empty.
    private func isOnlyOne(_ statement: Range<Int>) -> Bool {
        guard source.language == .python,
            source.isSign(source.previous(statement.lowerBound), ":")
        else { return false }
        let next = source.next(statement.upperBound - 1)
        return source.token(next) == nil || column(of: next) < column(of: statement.lowerBound)
    }

    /// The column of a token, counted from 1.
    func column(of index: Int) -> Int { file.span(source.tokens[index].range).mark.column }
}
