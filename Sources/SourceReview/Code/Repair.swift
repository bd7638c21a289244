import Findings
import SourceText

/// The edits that mend a match.
enum Repair: Sendable {
    /// Only the owner can say them.
    case none
    /// Other text in place of the repaired tokens.
    case replace(String)
    /// The repaired tokens go, and their lines where nothing else stands there.
    case delete
    /// The statement with the repaired tokens goes.
    case deleteStatement
    /// `.name(…)` goes out of its chain.
    case deleteMember
    /// The argument goes, with its comma.
    case deleteArgument

    func edits(_ match: Match, in review: CodeReview) -> [Edit] {
        let (source, file, tokens) = (review.source, review.file, match.repaired)
        switch self {
        case .none: return []
        case .replace(let text): return [Edit(source.bytes(of: tokens), text)]
        case .delete:
            var range = source.bytes(of: tokens)
            if source.language.isShellLike { range = Self.withBlankBefore(range, source) }
            return [Edit(file.wholeLines(range), "")]
        case .deleteStatement:
            let statement = source.statement(around: tokens)
            return [Edit(file.wholeLines(source.bytes(of: statement)), "")]
        case .deleteMember:
            let dot = source.previous(tokens.lowerBound)
            guard source.isSign(dot, ".") || source.isSign(dot, "?.") else {
                let statement = source.statement(around: tokens)
                return [Edit(file.wholeLines(source.bytes(of: statement)), "")]
            }
            // A chain that ends with the member is a statement such as `builder.member(…)`.
            return [Edit(Self.memberRange(dot, tokens, review), "")]
        case .deleteArgument: return [Edit(Self.argumentRange(tokens, source), "")]
        }
    }

    /// The bytes of a member: alone on its lines, with them; alone in its statement, with it.
    private static func memberRange(
        _ dot: Int,
        _ tokens: Range<Int>,
        _ review: CodeReview
    )
        -> Range<Int>
    {
        let source = review.source
        let receiver = source.receiver(of: tokens.lowerBound)
        let statement = source.statement(around: tokens)
        let isWhole =
            receiver == dot - 1 && statement.lowerBound == receiver
            && source.previous(statement.upperBound) == source.previous(tokens.upperBound)
        let isVariable =
            receiver == dot - 1 && !source.isSign(source.next(tokens.upperBound - 1), ".")
        if isVariable || isWhole { return review.file.wholeLines(source.bytes(of: statement)) }
        return review.file.wholeLines(source.bytes(of: dot..<tokens.upperBound))
    }

    private static func argumentRange(_ tokens: Range<Int>, _ source: SourceFile) -> Range<Int> {
        let after = source.next(tokens.upperBound - 1)
        let before = source.previous(tokens.lowerBound)
        let range = source.bytes(of: tokens)
        if source.isSign(before, ","), let comma = source.token(before) {
            return comma.range.lowerBound..<range.upperBound
        }
        if source.isSign(after, ","), let comma = source.token(after) {
            var end = comma.range.upperBound
            while end < source.bytes.count, source.bytes[end] == 0x20 { end += 1 }
            return range.lowerBound..<end
        }
        return range
    }

    private static func withBlankBefore(_ range: Range<Int>, _ source: SourceFile) -> Range<Int> {
        var start = range.lowerBound
        while start > 0, source.bytes[start - 1] == 0x20 { start -= 1 }
        return start..<range.upperBound
    }
}

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
}

extension Language {
    var isShellLike: Bool { self == .shell }
}
