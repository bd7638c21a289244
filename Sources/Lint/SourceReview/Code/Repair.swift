/// The edits that fix a match.
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
            if source.tokens[tokens.lowerBound].isItem {
                return source.itemRange(range).map { [Edit(file.wholeLines($0), "")] } ?? []
            }
            if source.language.isOfShells { range = source.withBlanksBefore(range) }
            return [Edit(file.wholeLines(range), "")]
        case .deleteStatement:
            let setting = match.tokens
            // `{ name: value }` and `f(name: value)` are parts of a statement.
            if source.isSign(setting.lowerBound + 1, ":"), source.isListed(setting.lowerBound) {
                return [Edit(Self.argumentRange(setting, source), "")]
            }
            return review.loneStatement(setting).map { [Edit($0, "")] } ?? []
        case .deleteMember:
            let dot = source.previous(tokens.lowerBound)
            let isMember = source.isSign(dot, ".") || source.isSign(dot, "?.")
            // Without its member `builder.member(…)` does nothing, or is no statement.
            if !isMember || Self.isOfVariable(dot, tokens, source) {
                return review.loneStatement(tokens).map { [Edit($0, "")] } ?? []
            }
            return [Edit(file.wholeLines(source.bytes(of: dot..<tokens.upperBound)), "")]
        case .deleteArgument: return [Edit(Self.argumentRange(tokens, source), "")]
        }
    }

    /// Whether a member ends a chain that calls nothing before it.
    private static func isOfVariable(
        _ dot: Int,
        _ tokens: Range<Int>,
        _ source: SourceFile
    ) -> Bool {
        let after = source.next(tokens.upperBound - 1)
        let receiver = min(source.receiver(of: tokens.lowerBound), dot)
        return !source.isSign(after, ".") && !source.isSign(after, "?.")
            && !(receiver..<dot).contains { source.isSign($0, "(") }
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
