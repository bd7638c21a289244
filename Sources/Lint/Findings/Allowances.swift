import ScenarioFormat

/// Findings that comments in the file allow: `hatpin:allow NSC-012 the reason`.
///
/// A comment applies to its own lines and the next line. It must have a reason.
package struct Allowances {
    private var rules: [Int: Set<String>] = [:]

    package init(_ comments: [Range<Int>], in file: ReviewedFile) {
        for comment in comments {
            let words = file.text(comment).split { $0.isWhitespace }
            guard let place = words.firstIndex(where: { $0.hasSuffix("hatpin:allow") }),
                place + 2 < words.endIndex, words[place + 2].contains(where: \.isLetter)
            else { continue }
            let first = file.lineNumber(at: comment.lowerBound)
            let last = file.lineNumber(at: comment.upperBound - 1)
            for line in first...(last + 1) {
                rules[line, default: []].insert(String(words[place + 1]))
            }
        }
    }

    package func contain(_ finding: Finding) -> Bool {
        guard let line = finding.place?.mark.line else { return false }
        return rules[line]?.contains(finding.rule) ?? false
    }
}
