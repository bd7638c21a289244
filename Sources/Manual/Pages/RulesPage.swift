import Trust

extension ManualPage {
    /// The rules of path validation and the profiles that have each.
    static let rules = ManualPage(
        name: "rules",
        title: "Rules of profiles",
        about: """
            Every rule on certificates and paths, with its source and the profiles that ask it. \
            [Profiles](../profiles.md) says what a profile is.
            """
    ) {
        let profiles = PathProfile.catalogue.map { profile in
            (name: profile.name, rules: profile.checks().map(Rule.init))
        }
        var rules: [Rule] = []
        for rule in profiles.flatMap(\.rules) where !rules.contains(rule) { rules.append(rule) }
        let rows = rules.map { rule in
            [Markdown.code(rule.name), Markdown.cell("\(rule.about) (\(rule.source))")]
                + profiles.map { $0.rules.contains(rule) ? "✓" : "" }
        }
        return Markdown.table(["rule", "asks"] + profiles.map(\.name), rows)
    }
}

/// A rule as the page shows it; profiles may have different rules of one name.
private struct Rule: Equatable {
    let name, about, source: String

    init(_ check: PathCheck) {
        (name, about, source) = (check.name, check.about, check.source)
    }
}
