import ScenarioFormat

/// The rules as files for ast-grep.
struct AstGrepRules {
    /// The rule that matches places that do not parse.
    static let errors = "errors"

    /// The documents of all searches in some languages.
    let rules: String
    /// The document of each shared rule; they have a folder of their own.
    let shared: [String]

    init(_ rules: SourceRules, in languages: Set<SourceLanguage>) {
        var documents: [String] = []
        var shared: [String] = []
        let names = SharedNames(rules, in: languages)
        for language in languages.sorted(by: { $0.rawValue < $1.rawValue }) {
            shared += names.documents(in: language)
            documents.append(
                Self.document("\(Self.errors)-\(language.rawValue)", language, "{kind: ERROR}")
            )
        }
        for (index, rule) in rules.rules.enumerated() {
            for (place, search) in rule.searches.enumerated() {
                for language in search.languages where languages.contains(language) {
                    let id = "\(index)-\(place)-\(language.rawValue)"
                    documents.append(names.document(id, language, search))
                }
            }
        }
        self.rules = documents.joined(separator: "---\n")
        self.shared = shared
    }

    fileprivate static func document(
        _ id: String,
        _ language: SourceLanguage,
        _ rule: String
    ) -> String {
        "id: \(id)\nlanguage: \(language.rawValue)\nrule: \(rule)\n"
    }
}

/// The names of shared rules by language; ast-grep knows them with the language's name before.
private struct SharedNames {
    private var rules: [SourceLanguage: [(name: String, rule: Value)]] = [:]

    init(_ rules: SourceRules, in languages: Set<SourceLanguage>) {
        for shared in rules.shared {
            for language in shared.languages where languages.contains(language) {
                self.rules[language, default: []] += shared.rules
            }
        }
    }

    func documents(in language: SourceLanguage) -> [String] {
        let asked = AstGrepRules.document(
            "\(language.rawValue)-asked",
            language,
            "{any: [{regex: \"\(SourceCondition.choices)\"}, {not: {regex: \"\(SourceCondition.peers)\"}}]}"
        )
        return [asked]
            + (rules[language] ?? []).map { name, rule in
                AstGrepRules.document(
                    "\(language.rawValue)-\(name)",
                    language,
                    rule.astGrepText(in: language)
                )
            }
    }

    /// Returns the document of a search.
    ///
    /// Each search also captures the nearest condition and the statement around the match, if the
    /// language has shared rules for them.
    func document(
        _ id: String,
        _ language: SourceLanguage,
        _ search: SourceRule.Search
    ) -> String {
        let match = search.match?.astGrepText(in: language) ?? "{}"
        let known = Set((rules[language] ?? []).map(\.name))
        var all = [match]
        let end = known.contains("function") ? "{matches: \(language.rawValue)-function}" : "end"
        if known.contains("condition") {
            all.append(
                "{any: [{inside: {matches: \(language.rawValue)-condition, stopBy: \(end)}}, "
                    + "{regex: \"\"}]}"
            )
        }
        if known.contains("statement") {
            all.append(
                "{any: [{inside: {matches: \(language.rawValue)-statement, stopBy: end}}, "
                    + "{matches: \(language.rawValue)-statement}, {regex: \"\"}]}"
            )
        }
        var text = AstGrepRules.document(id, language, "{all: [\(all.joined(separator: ", "))]}")
        if let captures = search.captures {
            text += "constraints: \(captures.astGrepText(in: language))\n"
        }
        return text
    }
}

extension Value {
    /// The node in flow style for ast-grep, with the names of shared rules as ast-grep knows them.
    func astGrepText(in language: SourceLanguage) -> String {
        switch content {
        case .null, .missing: "~"
        case .text: flowText
        case .list(let list):
            "[" + list.map { $0.astGrepText(in: language) }.joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{"
                + entries.map { entry in
                    let value =
                        switch (entry.key, entry.value.text) {
                        case ("matches", let name?): "\(language.rawValue)-\(name)"
                        // The only Boolean of ast-grep's rules.
                        case ("reverse", let flag?): flag
                        default: entry.value.astGrepText(in: language)
                        }
                    return "\(entry.key): \(value)"
                }.joined(separator: ", ") + "}"
        }
    }
}
