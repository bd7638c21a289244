extension SourceSearch {
    /// Returns the findings and unread places that the matches in a file give, for each system.
    func readings(
        of found: SyntaxResult?,
        in file: ReviewedFile,
        _ context: ReviewContext
    ) -> [(noun: String, Reading)] {
        guard let language = language(of: file.name, file.bytes) else { return [] }
        switch found {
        case nil, .unreadable: return []
        case .unread(let reason):
            return [(language.name, Reading(unread: [Unread(at: nil, reason)]))]
        case .matches(let matches, _, let unread):
            let review = SyntaxReview(
                file: file,
                language: language,
                rules: rules,
                context: context
            )
            let comments = file.allowingComments
            let trustKit = TrustKitSource(matches, in: review).reading
            let others = review.readings(matches).sorted { $0.key < $1.key }.map {
                folder,
                reading in
                var reading = reading
                reading.comments = comments
                return (rules.systems[folder]?.noun ?? language.name, reading)
            }
            let levels = GradleLevels(matches, in: review).reading
            let scripts = unread.map { script in
                Unread(at: file.span(script.range), "script: \(script.reason)")
            }
            return [
                (language.name, scripts.isEmpty ? nil : Reading(unread: scripts)),
                (TrustKitSource.noun, trustKit), (GradleLevels.noun, levels),
            ].compactMap { noun, reading in reading.map { (noun, $0) } } + others
        }
    }
}
