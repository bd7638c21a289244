extension SourceSearch {
    /// Returns what the matches in a file say, for each system with a match.
    func readings(of found: SyntaxResult?, in file: ReviewedFile) -> [(noun: String, Reading)] {
        guard let language = language(of: file.name, file.bytes) else { return [] }
        switch found {
        case nil, .unreadable: return []
        case .unread(let reason):
            return [(language.name, Reading(unread: [Unread(at: nil, reason)]))]
        case .matches(let matches, _):
            let review = SyntaxReview(file: file, language: language, rules: rules)
            let comments = file.allowingComments
            return Dictionary(grouping: matches) { rules.rules[$0.rule].folder }
                .sorted { $0.key < $1.key }
                .map { folder, matches in
                    (
                        rules.systems[folder]?.noun ?? language.name,
                        Reading(findings: review.findings(matches), comments: comments)
                    )
                }
        }
    }
}
