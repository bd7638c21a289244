import Basics
import ScenarioFormat

/// The rules for source code: the built-in rules and the rules of a user.
package struct SourceRules: Sendable {
    package private(set) var rules: [SourceRule] = []
    /// The systems by their folders.
    package private(set) var systems: [String: SourceSystem] = [:]
    package private(set) var shared: [SharedRules] = []
    package private(set) var commands = CommandGrammar()
    /// The diagnostics of faulty files, which define nothing.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The words, in lower case, of which a file in each language must have at least one.
    ///
    /// ast-grep takes milliseconds for a file, and a search for words takes microseconds.
    package private(set) var words: [SourceLanguage: Set<String>] = [:]
    /// The programs of all searches for commands, and the programs that read the searched
    /// variables.
    private(set) var programs: Set<String> = []
    /// The environment variables of all searches.
    private(set) var variables: Set<String> = []

    package init() {}

    /// The rules that are built into Hatpin.
    package static let builtIn = builtIn { _ in true }

    private static func builtIn(where isWanted: (String) -> Bool) -> SourceRules {
        var rules = SourceRules()
        for (path, text) in EmbeddedFiles.all where isWanted(path.description) {
            rules.read(Array(text.description.utf8), at: "Rules/\(path)")
        }
        rules.index()
        return rules
    }

    /// The paths of the built-in rules in `Rules/`, by id.
    private static let paths: [String: String] = Dictionary(
        EmbeddedFiles.all.map { path, _ in
            let path = path.description
            return (String(path.dropLast(".yaml".count).suffix(7)), path)
        }
    ) { first, _ in first }

    /// Returns whether a built-in rule comes from a file.
    static func isFile(_ id: String) -> Bool { paths[id] != nil }

    /// Returns the table with only the built-in rule of an id.
    ///
    /// The function reads no other rule, because that would take most of the time of
    /// `hatpin explain`.
    package static func table(ofRule id: String) -> RuleTable? {
        guard let path = paths[id] else { return nil }
        let names = [path, "\(path.prefix { $0 != "/" })/system.yaml"]
        return builtIn(where: names.contains).tables.first
    }

    /// The JSON Schema of a rule.
    package static let schema = SchemaWriter.text(
        of: SourceRuleForms.rule.shape,
        title: "Hatpin rule for source code",
        id: "rule-1.schema.json"
    )

    /// The reference of the keys of a rule.
    package static let reference = FormatReference(of: SourceRuleForms.rule.shape)

    /// Adds the rules of a folder, such as a project's `Rules/`; a rule replaces another with its
    /// id.
    ///
    /// - Throws: if a folder cannot be listed or a file cannot be read.
    package mutating func add(folder: String) throws(Failure) {
        try read(folder: folder)
        index()
    }

    private mutating func read(folder: String) throws(Failure) {
        for name in try Files.entries(of: folder).sorted() {
            let path = "\(folder)/\(name)"
            switch Files.kind(of: path) {
            case .folder: try read(folder: path)
            case .file where name.hasSuffix(".yaml"): read(try Files.read(path), at: path)
            default: break
            }
        }
    }

    /// Adds the rule, the system or the shared rules of a file.
    package mutating func add(_ bytes: [UInt8], at path: String) {
        read(bytes, at: path)
        index()
    }

    private mutating func read(_ bytes: [UInt8], at path: String) {
        let source = Source(path: path, bytes: bytes)
        switch YAMLReader.documents(of: source) {
        case .failure(let refused): diagnostics += refused.diagnostics
        case .success(let documents):
            for document in documents { read(document, at: path) }
        }
    }

    private mutating func read(_ document: Value, at path: String) {
        let parts = path.split(separator: "/")
        let folder = parts.dropLast().last.map(String.init) ?? ""
        var found = Diagnostics()
        if document["shared"] != nil {
            if let new = read(document, as: SourceRuleForms.shared, &found) { shared.append(new) }
        } else if document["wrappers"] != nil {
            commands = read(document, as: SourceRuleForms.commands, &found) ?? commands
        } else if document["system"] != nil {
            systems[folder] = read(document, as: SourceRuleForms.system, &found) ?? systems[folder]
        } else if var rule = read(document, as: SourceRuleForms.rule, &found) {
            (rule.folder, rule.document) = (folder, document)
            if parts.last != Substring(rule.id + ".yaml") {
                found.report(
                    .ruleFileName(rule.id, file: parts.last.map(String.init) ?? path),
                    document["rule"] ?? document
                )
            }
            for (index, search) in rule.searches.enumerated() where search.kinds != 1 {
                let node = document["searches"]?.elements.dropFirst(index).first ?? document
                found.report(.unclearSearch(kinds: search.kinds), node)
            }
            rules.removeAll { $0.id == rule.id }
            rules.append(rule)
        }
        diagnostics += found.all
    }

    private func read<Content>(
        _ document: Value,
        as form: Form<Content>,
        _ found: inout Diagnostics
    ) -> Content? {
        var reader = ShapeReader()
        reader.check(document, against: form.shape, at: [])
        guard reader.diagnostics.isEmpty else {
            found.add(reader.diagnostics)
            return nil
        }
        return form.read(document, reporting: &found)
    }

    /// Returns rules with only one search of one rule, and with the shared rules.
    func only(_ rule: SourceRule, _ search: SourceRule.Search) -> SourceRules {
        var one = self
        one.rules = [rule]
        one.rules[0].searches = [search]
        one.index()
        return one
    }

    /// Words in lower case; nearly every file that uses TLS contains one of them.
    package static let usualWords = [
        "cert", "curl", "hostname", "insecure", "plaintext", "ssl", "tls", "trust", "unauthorized",
        "verif", "wget", "x509",
    ]

    /// Computes the properties that depend on all rules.
    private mutating func index() {
        let searches = rules.flatMap(\.searches)
        programs = Set(searches.flatMap { $0.command.programs + $0.variable.programs })
        variables = Set(searches.flatMap(\.variable.names))
        words = [:]
        for rule in rules {
            let own = Set(Self.usualWords + rule.words.map { $0.lowercased() })
            for search in rule.searches {
                for language in languages(of: search) {
                    words[language, default: []]
                        .formUnion(own.union(search.variable.names.map { $0.lowercased() }))
                }
            }
        }
        for language in words.keys where defines(.level, in: language) {
            words[language, default: []].formUnion(["minsdk", "targetsdk"])
        }
    }

    /// The languages in which a rule searches by ast-grep: not settings files, which Hatpin reads.
    package var parsedLanguages: Set<SourceLanguage> {
        Set(rules.flatMap { $0.searches.flatMap(languages) }).subtracting([.settings])
    }

    /// Returns the languages of a search; a search for commands has the languages that contain
    /// scripts.
    private func languages(of search: SourceRule.Search) -> [SourceLanguage] {
        if !search.languages.isEmpty || search.match != nil { return search.languages }
        let names: [ReservedRule] =
            search.variable.names.isEmpty
            ? [.argument, .script, .words] : [.variable, .script, .words]
        return SourceLanguage.allCases.filter { language in
            names.contains { defines($0, in: language) }
        }
    }

    /// Returns whether a language has a shared rule of a reserved name.
    func defines(_ name: ReservedRule, in language: SourceLanguage) -> Bool {
        shared.contains { shared in
            shared.languages.contains(language)
                && shared.rules.contains { $0.name == name.rawValue }
        }
    }

    /// The rules in tables, one for each system.
    package var tables: [RuleTable] {
        Dictionary(grouping: rules, by: \.folder).sorted { $0.key < $1.key }.map { folder, rules in
            RuleTable(
                systems[folder]?.name ?? folder,
                rules.map(\.rule).sorted { $0.id < $1.id }
            )
        }
    }
}
