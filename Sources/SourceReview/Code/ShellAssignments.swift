import Findings
import SourceText

// Words of a shell that assign variables, and the edits that delete them.

extension CodeReview {
    /// A match whose mend deletes the word that it is: `NAME=value`, and with the last one its `export`.
    func deletedAssignment(_ match: Match) -> Match {
        var match = match
        match.edits = assignmentRange(match.tokens.lowerBound).map { [Edit($0, "")] } ?? []
        return match
    }

    /// The bytes of an assignment that can go; nil where the rest would be another command.
    private func assignmentRange(_ word: Int) -> Range<Int>? {
        let range = source.tokens[word].range
        let before = source.token(word - 1).flatMap { $0.kind == .word ? $0.text : nil }
        let exporters: Set = ["export", "ENV", "set"]
        let isAfterAnother = before.map(Self.isAssignment) ?? false
        if let next = source.token(word + 1), next.kind == .word {
            let isAtStart = before.map { exporters.contains($0) || isLeader($0) } ?? true
            return isAtStart || isAfterAnother
                ? range.lowerBound..<next.range.lowerBound : nil
        }
        if isAfterAnother { return source.withBlanksBefore(range) }
        let start = before.map(exporters.contains) ?? false ? word - 1 : word
        let command = source.bytes(of: start..<word + 1)
        let lines = file.wholeLines(command)
        return lines == command || isNeeded(from: start, to: word) ? nil : lines
    }

    /// Whether a command is the only one between words that need one, or goes on with one before.
    private func isNeeded(from start: Int, to end: Int) -> Bool {
        guard let before = source.token(source.previous(start))?.text else { return false }
        if ["&&", "||", "|"].contains(before) { return true }
        let after = source.token(source.next(end))?.text ?? ""
        return ["then", "do", "else", "{", "("].contains(before)
            && ["fi", "done", "else", "elif", "}", ")"].contains(after)
    }

    static func isAssignment(_ word: String) -> Bool {
        word.contains("=") && word.first.map { $0.isLetter || $0 == "_" } ?? false
    }
}
