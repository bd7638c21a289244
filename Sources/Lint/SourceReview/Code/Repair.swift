/// The edits that fix a match.
enum Repair: Sendable {
    /// No edits, because only the owner knows the right ones.
    case none
    /// Replaces the repaired tokens with a text.
    case replace(String)
    /// Deletes the repaired tokens, and their lines if nothing else is on them.
    case delete
    /// Deletes the statement that contains the repaired tokens.
    case deleteStatement
    /// Deletes the argument with its comma.
    case deleteArgument

    func edits(_ match: Match, in review: CodeReview) -> [Edit] {
        let (source, file, tokens) = (review.source, review.file, match.repaired)
        switch self {
        case .none: return []
        case .replace(let text): return [Edit(source.bytes(of: tokens), text)]
        case .delete:
            var range = source.bytes(of: tokens)
            if source.tokens[tokens.lowerBound].isItem {
                return source.itemRange(range).map { [Edit(file.wholeLines($0), "")] } ?? []
            }
            if source.language.isOfShells { range = source.withBlanksBefore(range) }
            return [Edit(file.wholeLines(range), "")]
        case .deleteStatement:
            let setting = match.tokens
            // `{ name: value }` and `f(name: value)` are only parts of a statement.
            if source.isSign(setting.lowerBound + 1, ":"), source.isListed(setting.lowerBound) {
                return [Edit(Self.argumentRange(setting, source), "")]
            }
            return review.loneStatement(setting).map { [Edit($0, "")] } ?? []
        case .deleteArgument: return [Edit(Self.argumentRange(tokens, source), "")]
        }
    }

    private static func argumentRange(_ tokens: Range<Int>, _ source: SourceFile) -> Range<Int> {
        let after = source.next(tokens.upperBound - 1)
        let before = source.previous(tokens.lowerBound)
        let range = source.bytes(of: tokens)
        if source.isSign(before, ","), let comma = source.token(before) {
            return comma.range.lowerBound..<range.upperBound
        }
        if source.isSign(after, ","), let comma = source.token(after) {
            return source.withBlanksAfter(range.lowerBound..<comma.range.upperBound)
        }
        return range
    }
}
