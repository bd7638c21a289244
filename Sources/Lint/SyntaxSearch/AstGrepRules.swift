import ScenarioFormat

/// The searches of rules as documents for ast-grep.
struct AstGrepRules {
    /// The id of the rules that match places that do not parse.
    static let errors = "errors"

    /// The files: for each language, the documents for its searches.
    ///
    /// ast-grep reads at most 250,000 YAML nodes of a file; all languages together have more.
    private(set) var files: [(name: String, text: String)] = []
    private var text = ""

    init(_ rules: SourceRules, in languages: Set<SourceLanguage>) {
        for language in languages.sorted(by: { $0.rawValue < $1.rawValue }) {
            defer {
                files.append((language.rawValue, text))
                text = ""
            }
            add("\(Self.errors)-\(language.rawValue)", language, "rule: {kind: ERROR}\n")
            let shared = SharedSearches(rules, in: language)
            for (index, rule) in rules.rules.enumerated() {
                for (place, search) in rule.searches.enumerated()
                where search.languages.contains(language) {
                    add("\(index)-\(place)-\(language.rawValue)", language, shared.text(of: search))
                }
            }
        }
    }

    private mutating func add(_ id: String, _ language: SourceLanguage, _ rest: String) {
        text += (text.isEmpty ? "" : "---\n") + "id: \(id)\nlanguage: \(language.rawValue)\n" + rest
    }
}

/// The shared rules of a language.
///
/// They are written into each document that needs them, since captures of a rule in a file of its
/// own are lost (ast-grep 0.51).
private struct SharedSearches {
    /// The rules in ast-grep's format, by name.
    private var texts: [String: String] = [
        "asked":
            "{any: [{regex: \"\(SourceCondition.choices)\"}, "
            + "{not: {regex: \"\(SourceCondition.peers)\"}}]}"
    ]
    /// The names that each rule refers to.
    private var references: [String: Set<String>] = [:]
    /// What each search captures besides: the nearest condition, and the statement.
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

    /// Returns the rest of a search's document.
    func text(of search: SourceRule.Search) -> String {
        let all = [search.match?.astGrepText ?? "{}"] + circumstances
        var text = "rule: {all: [\(all.joined(separator: ", "))]}\n"
        if let captures = search.captures { text += "constraints: \(captures.astGrepText)\n" }
        let named = reached(
            from: (search.match?.sharedNames ?? []).union(search.captures?.sharedNames ?? [])
                .union(["condition", "function", "statement"])
        )
        if !named.isEmpty {
            let utilities = named.map { "\($0): \(texts[$0] ?? "{}")" }
            text += "utils: {\(utilities.joined(separator: ", "))}\n"
        }
        return text
    }

    /// Returns the names of shared rules that some names need, sorted.
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
    /// ast-grep tests the conditions of one mapping in an order of its own: `inside` before `has`,
    /// and `all` before `any`. A search of the whole file would come before the test of a name, and
    /// take a minute for a minified library. The order of a list under `all` counts.
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
        // The only Boolean of ast-grep's rules.
        let flag = key == "reverse" ? value.text : nil
        return "\(key): \(flag ?? value.astGrepText)"
    }
}
