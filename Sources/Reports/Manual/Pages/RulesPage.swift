import PathValidation

extension ManualPage {
    /// The page of the path validation rules, with the profiles that apply each rule.
    static let rules = ManualPage(
        name: "rules",
        title: "Rules of profiles",
        about: """
            Every rule on certificates and paths, with its source and the profiles that check it. \
            ✓: runs and `inspect` check it. *inspect*: only `inspect` checks it, because it binds \
            CAs and clients accept violations. *note*: the source recommends it. \
            [Profiles](../profiles.md) explains what a profile is.
            """
    ) {
        let profiles = PathProfile.all.map { profile in
            (profile: profile, rules: CheckedRule.all(of: profile))
        }
        var rules: [CheckedRule] = []
        for (rule, _) in profiles.flatMap(\.rules) where !rules.contains(rule) {
            rules.append(rule)
        }
        let rows = rules.map { rule in
            [Markdown.code(rule.name), Markdown.cell("\(rule.about) (\(rule.source))")]
                + profiles.map { profile in
                    profile.rules.first { $0.rule == rule }?.mark ?? ""
                }
        }
        let table = Markdown.table(["rule", "checks"] + profiles.map(\.profile.name), rows)
        let omissions = profiles.map(\.profile).filter { !$0.omissions.isEmpty }.map { profile in
            "\n## Rules that \(profile.name) leaves out\n\n"
                + profile.omissions.map { "- \($0)\n" }.joined()
        }
        return table + omissions.joined()
    }
}

/// A rule as the page shows it; profiles may have different rules with the same name.
private struct CheckedRule: Equatable {
    let name, about, source: String

    init(_ check: PathCheck) {
        (name, about, source) = (check.name, check.about, check.source)
    }

    /// Returns the rules of a profile, each with the mark that the table shows.
    static func all(of profile: PathProfile) -> [(rule: CheckedRule, mark: String)] {
        profile.checks().map { (CheckedRule($0), "✓") }
            + profile.issuance.map { (CheckedRule($0), "*inspect*") }
            + profile.remarks.map { (CheckedRule($0), "*note*") }
    }
}
