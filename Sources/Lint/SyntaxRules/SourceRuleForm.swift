import ScenarioFormat

/// The forms of the files in `Rules/`.
enum SourceRuleForms {
    /// The form of a file with a rule.
    static let rule = Form<SourceRule>.mapping(
        "a rule",
        from: SourceRule(),
        [
            Member(
                "rule",
                "the id, the same as the file's name",
                .text(.ruleID),
                sets: \.id,
                isRequired: true
            ),
            Member(
                "severity",
                "how much an attacker gains",
                .word(.severities),
                sets: \.severity,
                isRequired: true
            ),
            Member(
                "outage",
                "whether the mistake breaks connections instead of helping an attacker",
                .flag,
                sets: \.isOutage
            ),
            Member(
                "about",
                "the mistake as a fragment, for lists",
                .text(.prose("about")),
                sets: \.about,
                isRequired: true
            ),
        ] + texts(of: \.texts) + [
            Member(
                "sources",
                "pages that describe the mistake",
                .list(of: .text(.prose("a source")), orOne: true),
                sets: \.sources
            ),
            Member(
                "models",
                "settings of models that show the same fault",
                .list(of: .text(.prose("a model")), orOne: true),
                sets: \.models
            ),
            Member(
                "searches",
                "how to find the mistake",
                .list(of: search),
                sets: \.searches,
                isRequired: true
            ),
            Member(
                "words",
                "words of which a file with the mistake has at least one, besides the usual ones",
                .list(of: .text(.prose("a word")), orOne: true),
                sets: \.words
            ),
            Member(
                "bad",
                "code with the mistake",
                .list(of: sample),
                sets: \.bad,
                isRequired: true
            ),
            Member(
                "good",
                "similar code without the mistake",
                .list(of: sample),
                sets: \.good,
                isRequired: true
            ),
            Member(
                "attacks",
                "programs that show the mistake to the dynamic audit",
                .list(of: attack),
                sets: \.attacks
            ),
        ]
    )

    /// The form of a file with rules of ast-grep that searches use by name.
    static let shared = Form<SharedRules>.mapping(
        "shared rules",
        from: SharedRules(),
        [
            Member("shared", "the languages", languages, sets: \.languages, isRequired: true),
            Member("rules", "rules of ast-grep, by name", rules, sets: \.rules, isRequired: true),
        ]
    )

    /// The form of a file that says how commands are read.
    static let commands = Form<CommandGrammar>.mapping(
        "how commands are read",
        from: CommandGrammar(),
        [
            Member(
                "wrappers",
                "programs that run the command that follows them or their options",
                list("a program"),
                sets: \.wrappers,
                isRequired: true
            ),
            Member(
                "runners",
                "programs that run a command somewhere in their words",
                list("a program"),
                sets: \.runners,
                isRequired: true
            ),
            Member(
                "valued",
                "the options with values, by program",
                .table("options", key: .name, value: list("an option")) {
                    $0.map { (program: $0.key, options: $0.value) }
                },
                sets: \.valued,
                isRequired: true
            ),
        ]
    )

    /// The form of the file `system.yaml` of a folder.
    static let system = Form<SourceSystem>.mapping(
        "a system",
        from: SourceSystem(),
        [
            Member(
                "system",
                "the heading in lists of rules",
                .text(.prose("system")),
                sets: \.name,
                isRequired: true
            ),
            Member(
                "noun",
                "the noun for a file that uses the system",
                .text(.prose("noun")),
                sets: \.noun,
                isRequired: true
            ),
        ]
    )

    private static let languages = Form<[SourceLanguage]>.list(of: .word(.languages), orOne: true)

    private static let rules = Form<[(name: String, rule: Value)]>.table(
        "rules of ast-grep",
        key: .name,
        value: .anything("a rule of ast-grep")
    ) { $0.map { (name: $0.key, rule: $0.value) } }

    private static func texts<Root>(of texts: Property<Root, SourceRule.Texts>) -> [Member<Root>] {
        func text(
            _ key: String,
            _ about: String,
            _ property: Property<SourceRule.Texts, String?>
        ) -> Member<Root> {
            Member(key, about, .text(.prose(key))) { root, text in
                root[keyPath: texts][keyPath: property] = text
            }
        }
        return [
            text("problem", "the mistake, as a lower-case fragment", \.problem),
            text("label", "the words beside the marked code", \.label),
            text("impact", "the consequence, or one of the words for it", \.impact),
            text("fix", "what to do, as a lower-case fragment", \.fix),
        ]
    }

    private static let search = Form<SourceRule.Search>.mapping(
        "a search",
        from: SourceRule.Search(),
        [
            Member("in", "the languages, for match", languages, sets: \.languages),
            Member(
                "match",
                "a rule of ast-grep",
                .anything("a rule of ast-grep"),
                at: \.match
            ),
            Member(
                "settings",
                "the names of settings files, as in .gitignore, to search for settings",
                .list(of: .text(.prose("a file name")), orOne: true)
            ) { search, files in
                search.setting.files = files
                search.languages = [.settings]
            },
            Member("form", "how the settings are written", .word(.forms), sets: \.setting.form),
            Member(
                "begins",
                "a regular expression for keys of which each begins a section",
                expression,
                at: \.setting.begins
            ),
            Member(
                "section",
                "a regular expression for the section of the setting",
                expression,
                at: \.setting.section
            ),
            Member(
                "key",
                "a regular expression for the key of the setting",
                expression,
                at: \.setting.key
            ),
            Member(
                "also",
                "settings that must all be there, too, for a finding",
                .list(of: other, orOne: true),
                sets: \.setting.also
            ),
            Member(
                "unless",
                "settings that make the found one right: in its section, one around it or one inside",
                .list(of: other, orOne: true),
                sets: \.setting.unless
            ),
            Member(
                "command",
                "the programs, to search for commands in every language",
                list("a program"),
                sets: \.command.programs
            ),
            Member(
                "operands",
                "regular expressions for operands of the command that follow each other",
                .list(of: expression, orOne: true),
                sets: \.command.operands
            ),
            Member(
                "options",
                "options of which the command has one",
                list("an option"),
                sets: \.command.options
            ),
            Member(
                "with",
                "options of which the command has one as well",
                list("an option"),
                sets: \.command.with
            ),
            Member(
                "without",
                "options that the command does not have",
                list("an option"),
                sets: \.command.without
            ),
            Member(
                "variable",
                "the environment variables, to search for their settings in every language",
                list("a variable"),
                sets: \.variable.names
            ),
            Member(
                "readers",
                "the programs that read a variable, whose commands are shown with the setting",
                .table("programs", key: .any("a variable"), value: list("a program")) {
                    $0.map { (variable: $0.key, programs: $0.value) }
                },
                sets: \.variable.readers
            ),
            Member(
                "value",
                "a regular expression for the value of the option, the variable or the setting",
                expression
            ) { search, value in
                (search.command.value, search.variable.value) = (value, value)
                search.setting.value = value
            },
            Member(
                "captures",
                "what ast-grep's captures must satisfy",
                .anything("constraints of ast-grep"),
                at: \.captures
            ),
            Member("at", "the capture to mark", .text(.capture), at: \.place),
            Member("severity", "the severity of these places", .word(.severities), at: \.severity),
        ] + texts(of: \.texts) + [
            Member("note", "a further fact", .text(.prose("note")), at: \.note),
            Member(
                "edits",
                "the changes that fix the mistake",
                .list(of: change, orOne: true),
                sets: \.changes
            ),
            Member("related", "labels of captures to show", related, sets: \.related),
            Member(
                "spares",
                "what makes a finding a note",
                .list(of: .word(.spared), orOne: true),
                sets: \.spares
            ),
            Member("check", "a further check in Swift, by name", .word(.checks), at: \.check),
        ]
    ).checked { search throws(Fault) in
        if !search.setting.files.isEmpty, search.setting.key == nil { throw .searchWithoutKey }
    }

    private static let other = Form<SettingPattern.Other>.mapping(
        "another setting",
        from: SettingPattern.Other(),
        [
            Member(
                "key",
                "a regular expression for its key",
                expression,
                at: \.key,
                isRequired: true
            ),
            Member("value", "a regular expression for its value", expression, at: \.value),
            Member(
                "section",
                "a regular expression for its section",
                expression,
                at: \.section
            ),
            Member(
                "scope",
                "where it counts, if not in all these places",
                .word(.scopes),
                at: \.scope
            ),
        ]
    )

    private static let expression = Form<String>.text(.any("a regular expression")).checked(
        back: \.text
    ) { text throws(Fault) in
        let expression = Expression(text)
        guard expression.isSound else { throw .badExpression(text) }
        return expression
    }

    private static func list(_ noun: String) -> Form<[String]> {
        .list(of: .text(.any(noun)), orOne: true)
    }

    private static let related = Form<[(capture: String, label: String)]>.table(
        "labels",
        key: .capture,
        value: .text(.prose("a label"))
    ) { $0.map { (capture: $0.key, label: $0.value) } }

    private static func place(_ key: String, _ about: String) -> Member<SourceRule.Change> {
        Member(key, about, .text(.capture)) { change, capture in
            change.capture = capture == "MATCH" ? nil : capture
        }
    }

    private static let change = Form<SourceRule.Change>.mapping(
        "an edit",
        from: SourceRule.Change(),
        [
            place("replace", "the capture to replace, or MATCH"),
            place("delete", "the capture to delete, or MATCH"),
            Member("with", "the new text", .text(.any("a text")), at: \.text),
        ]
    )

    private static let sample = Form<SourceRule.Sample>.mapping(
        "a sample",
        from: SourceRule.Sample(),
        [
            Member("in", "the language", .word(.languages), sets: \.language),
            Member(
                "file",
                "the name of the file, for settings",
                .text(.prose("a file name")),
                sets: \.file
            ),
            Member("code", "the code", .text(.any("code")), sets: \.code, isRequired: true),
            Member(
                "hosts",
                "the hosts that the app uses, as of --host",
                .list(of: .text(.prose("a host")), orOne: true),
                sets: \.hosts
            ),
            Member(
                "project",
                "what other files of the project show",
                .list(of: .word(.facts), orOne: true),
                sets: \.project
            ),
        ]
    ).checked { sample throws(Fault) in
        if sample.language == .settings, sample.file.isEmpty { throw .sampleWithoutLanguage }
    }

    private static let attack = Form<SourceRule.Attack>.mapping(
        "an attack",
        from: SourceRule.Attack(),
        [
            Member("in", "the language", .word(.languages), sets: \.language),
            Member(
                "server",
                "the definition of the server whose configuration these are",
                .text(.prose("a server")),
                sets: \.server
            ),
            Member(
                "file",
                "the name of the configuration",
                .text(.prose("a file name")),
                sets: \.file
            ),
            Member(
                "needs",
                "modules that the programs import, or libraries by their pkg-config names",
                .list(of: .text(.prose("a module")), orOne: true),
                sets: \.modules
            ),
            Member(
                "accepts",
                "what the bad program or server accepts",
                .word(.accepted),
                sets: \.accepts,
                isRequired: true
            ),
            Member(
                "bad",
                "a program with the mistake",
                .text(.any("a program")),
                sets: \.bad,
                isRequired: true
            ),
            Member(
                "good",
                "a similar program without the mistake",
                .text(.any("a program")),
                sets: \.good,
                isRequired: true
            ),
        ]
    ).checked { attack throws(Fault) in
        if attack.language == .settings, attack.file.isEmpty { throw .sampleWithoutLanguage }
    }
}

/// Rules of ast-grep that the searches in some languages use by name (`matches: NAME`).
package struct SharedRules: Sendable {
    package var languages: [SourceLanguage] = []
    package var rules: [(name: String, rule: Value)] = []
}

/// A system, whose rules are in one folder.
package struct SourceSystem: Sendable {
    /// The heading in lists of rules, such as `Go: crypto/tls`.
    package var name = ""
    /// The noun for a file with a finding, such as `Go`.
    package var noun = ""
}

extension Vocabulary {
    fileprivate static let languages = Vocabulary(
        "language",
        names: SourceLanguage.allCases.filter { $0 != .settings }.map(\.rawValue)
    )
    fileprivate static let forms = Vocabulary(
        "form",
        names: SettingPattern.Form.allCases.map(\.rawValue)
    )
    fileprivate static let scopes = Vocabulary(
        "scope",
        names: SettingPattern.Scope.allCases.map(\.rawValue)
    )
    fileprivate static let facts = Vocabulary(
        "fact",
        names: ProjectFiles.Fact.allCases.map(\.rawValue)
    )
    fileprivate static let severities = Vocabulary(
        "severity",
        names: Severity.allCases.map(\.rawValue)
    )
    fileprivate static let checks = Vocabulary("check", names: CheckName.allCases.map(\.rawValue))
    fileprivate static let spared = Vocabulary(
        "reason to spare",
        names: SourceRule.Spared.allCases.map(\.rawValue)
    )
    fileprivate static let accepted = Vocabulary(
        "gain",
        names: SourceRule.Accepted.allCases.map(\.rawValue)
    )
}

extension Syntax where Parsed == String {
    /// The syntax of a rule's id: three capital letters, a hyphen and three digits, such as
    /// `GOL-001`.
    fileprivate static var ruleID: Syntax {
        Syntax("a rule's id", pattern: "^[A-Z]{3}-[0-9]{3}$", write: Written.text) {
            text throws(Fault) in
            guard text.wholeMatch(of: /[A-Z]{3}-[0-9]{3}/) != nil else { throw .badRuleID(text) }
            return text
        }
    }

    /// The syntax of the name of an ast-grep capture, without its dollar sign.
    fileprivate static var capture: Syntax {
        Syntax("a capture", pattern: "^[A-Z][A-Z0-9_]*$", write: Written.text) {
            text throws(Fault) in
            guard text.wholeMatch(of: /[A-Z][A-Z0-9_]*/) != nil else { throw .badCapture(text) }
            return text
        }
    }
}
