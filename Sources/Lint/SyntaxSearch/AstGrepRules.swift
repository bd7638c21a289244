import ScenarioFormat

/// The searches of rules as documents for ast-grep.
struct AstGrepRules {
    /// The id of the rules that match code that does not parse.
    static let errors = "errors"

    /// The documents, one for each search and language, in several files.
    private(set) var files = [""]
    /// The size in bytes after which a file gets no further document.
    ///
    /// The YAML reader of ast-grep refuses a file of more than 250,000 nodes, about 4 MB.
    private static let fileSize = 1 << 20

    init(_ rules: SourceRules, in languages: Set<SourceLanguage>) {
        for language in languages.sorted(by: { $0.rawValue < $1.rawValue }) {
            add("\(Self.errors)-\(language.rawValue)", language, "rule: {kind: ERROR}\n")
            let shared = SharedSearches(rules, in: language)
            for (index, rule) in rules.rules.enumerated() {
                for (place, search) in rule.searches.enumerated()
                where search.match != nil && search.languages.contains(language) {
                    add(
                        SearchTarget.search(rule: index, search: place).id(in: language),
                        language,
                        shared.text(of: search)
                    )
                }
            }
            for name in ReservedRule.allCases where shared.defines(name) {
                guard let text = shared.text(of: name, for: rules) else { continue }
                add(SearchTarget.shared(name).id(in: language), language, text)
            }
        }
    }

    private mutating func add(_ id: String, _ language: SourceLanguage, _ rest: String) {
        if files[files.count - 1].utf8.count > Self.fileSize { files.append("") }
        files[files.count - 1] +=
            (files[files.count - 1].isEmpty ? "" : "---\n")
            + "id: \(id)\nlanguage: \(language.rawValue)\n" + rest
    }
}

extension SearchTarget {
    /// Returns the id of this target's document for ast-grep.
    fileprivate func id(in language: SourceLanguage) -> String {
        switch self {
        case .search(let rule, let search): "\(rule)-\(search)-\(language.rawValue)"
        case .shared(let name): "\(name.rawValue)-\(language.rawValue)"
        }
    }

    /// Creates the target of a document from its id; nil for an id of another form.
    init?(_ id: String) {
        let parts = id.split(separator: "-").map(String.init)
        if parts.count == 3, let rule = Int(parts[0]), let search = Int(parts[1]) {
            self = .search(rule: rule, search: search)
        } else if parts.count == 2, let name = ReservedRule(rawValue: parts[0]) {
            self = .shared(name)
        } else {
            return nil
        }
    }
}

/// The shared rules of a language.
///
/// Each document contains the shared rules that it needs, because ast-grep 0.51 loses the captures
/// of a rule that is in a separate file.
private struct SharedSearches {
    /// The rules in ast-grep's format, by name.
    private var texts: [String: String] = [
        "asked":
            "{any: [{regex: \"\(SourceCondition.choices)\"}, "
            + "{not: {regex: \"\(SourceCondition.peers)\"}}]}"
    ]
    /// The names that each rule refers to.
    private var references: [String: Set<String>] = [:]
    /// The further captures of each search: the nearest condition, and the statement.
    private var circumstances: [String] = []

    init(_ rules: SourceRules, in language: SourceLanguage) {
        for (name, rule) in rules.shared.filter({ $0.languages.contains(language) })
            .flatMap(\.rules)
        {
            texts[name] = rule.astGrepText
            references[name] = rule.sharedNames
        }
        if texts["condition"] != nil {
            let end = texts["function"] == nil ? "end" : "{matches: function}"
            circumstances.append(
                "{any: [{inside: {matches: condition, stopBy: \(end)}}, {regex: \"\"}]}"
            )
        }
        if texts["statement"] != nil {
            circumstances.append(
                "{any: [{matches: statement}, {inside: {matches: statement, stopBy: end}}, "
                    + "{regex: \"\"}]}"
            )
        }
    }

    /// Returns whether there is a shared rule with the reserved name.
    func defines(_ name: ReservedRule) -> Bool { texts[name.rawValue] != nil }

    /// Returns the rest of the document that searches for a reserved rule; nil if no rule needs it.
    func text(of name: ReservedRule, for rules: SourceRules) -> String? {
        let all = text(matching: "{matches: \(name.rawValue)}", [name.rawValue])
        func named(_ names: Set<String>) -> String {
            let words = names.sorted().map { $0.replacing(".", with: "\\\\.") }
            return
                "(?:^|[^A-Za-z0-9_.-]|-e)(?:\(words.joined(separator: "|")))(?:$|[^A-Za-z0-9_.-])"
        }
        let (programs, variables) = (rules.programs, rules.variables)
        switch name {
        case .constant, .level, .trustKit: return all
        case .script, .words: return programs.isEmpty && variables.isEmpty ? nil : all
        case .argument where !programs.isEmpty:
            return all + "constraints: {COMMAND: {regex: \"(?i)\(named(programs))\"}}\n"
        case .variable where !variables.isEmpty:
            let place = "{all: [{matches: variable}, {regex: \"\(named(variables))\"}]}"
            return text(matching: place, [name.rawValue])
        case .argument, .variable: return nil
        }
    }

    /// Returns the rest of the document of a search.
    func text(of search: SourceRule.Search) -> String {
        let isOfFunction =
            search.spares.contains(.localHostsOfFunction) && texts["function"] != nil
        var text = text(
            matching: search.match?.astGrepText ?? "{}",
            (search.match?.sharedNames ?? []).union(search.captures?.sharedNames ?? []),
            isOfFunction ? [Self.function] : []
        )
        if let captures = search.captures { text += "constraints: \(captures.astGrepText)\n" }
        return text
    }

    /// Captures the function around a match.
    private static let function =
        "{any: [{inside: {all: [{matches: function}, {pattern: $HATPIN_FUNCTION}], stopBy: end}}, "
        + "{regex: \"\"}]}"

    /// Returns the rest of a document with one rule object, which refers to shared rules by name.
    private func text(
        matching rule: String,
        _ names: Set<String>,
        _ further: [String] = []
    ) -> String {
        let all = [rule] + circumstances + further
        var text = "rule: {all: [\(all.joined(separator: ", "))]}\n"
        let named = reached(from: names.union(["condition", "function", "statement"]))
        if !named.isEmpty {
            let utilities = named.map { "\($0): \(texts[$0] ?? "{}")" }
            text += "utils: {\(utilities.joined(separator: ", "))}\n"
        }
        return text
    }

    /// Returns the shared rules that some shared rules need, directly or indirectly, sorted by
    /// name.
    private func reached(from names: Set<String>) -> [String] {
        var (reached, open): (Set<String>, [String]) = ([], Array(names))
        while let name = open.popLast() {
            guard texts[name] != nil, reached.insert(name).inserted else { continue }
            open += references[name] ?? []
        }
        return reached.sorted()
    }
}

extension Value {
    /// The rule object in flow style for ast-grep, with its conditions in order.
    ///
    /// ast-grep tests the conditions of one mapping in its own order: `inside` before `has`, and
    /// `all` before `any`. A search of the whole file would then come before the test of a name,
    /// and would take a minute for a minified library. In a list under `all`, ast-grep keeps the
    /// order.
    fileprivate var astGrepText: String {
        switch content {
        case .null, .missing: return "~"
        case .text: return flowText
        case .list(let list): return "[" + list.map(\.astGrepText).joined(separator: ", ") + "]"
        case .mapping(let entries):
            let conditions = entries.filter { Self.conditions.contains($0.key) }
            guard conditions.count > 1 else {
                return "{" + entries.map(\.astGrepText).joined(separator: ", ") + "}"
            }
            let others = entries.filter { !Self.conditions.contains($0.key) }
            let ordered =
                conditions.filter { Self.first.contains($0.key) }
                + conditions.filter { !Self.first.contains($0.key) && $0.key != "not" }
                + conditions.filter { $0.key == "not" }
            let list = ordered.map { "{\($0.astGrepText)}" }.joined(separator: ", ")
            return "{" + (others.map(\.astGrepText) + ["all: [\(list)]"]).joined(separator: ", ")
                + "}"
        }
    }

    /// The keys of a rule object that are conditions; `field` and `stopBy` are not.
    private static let conditions: Set = [
        "kind", "pattern", "regex", "nthChild", "range", "inside", "has", "precedes", "follows",
        "all", "any", "not", "matches",
    ]
    /// The conditions without captures that are tested fast.
    private static let first: Set = ["kind", "nthChild", "regex"]

    /// The names of the shared rules that the node refers to.
    fileprivate var sharedNames: Set<String> {
        switch content {
        case .null, .missing, .text: []
        case .list(let list): Set(list.flatMap(\.sharedNames))
        case .mapping(let entries):
            Set(
                entries.flatMap { entry in
                    entry.key == "matches" ? [entry.value.text ?? ""] : entry.value.sharedNames
                }
            )
        }
    }
}

extension Value.Entry {
    fileprivate var astGrepText: String {
        // `reverse` is the only Boolean in ast-grep's rules.
        let flag = key == "reverse" ? value.text : nil
        return "\(key): \(flag ?? value.astGrepText)"
    }
}
