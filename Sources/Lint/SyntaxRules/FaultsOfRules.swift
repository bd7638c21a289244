import ScenarioFormat

// What is wrong with a file of `Rules/`, besides its YAML and its keys.

extension DiagnosticCode {
    /// The codes of faults that only files with rules can have.
    package static let ofRules: [DiagnosticCode] = [.badRuleName, .badRuleSearch, .badRuleTest]

    static let badRuleName = DiagnosticCode(
        "R001",
        about:
            """
            A rule's id has three capital letters, a hyphen and three digits; its file has the \
            same name. A capture of ast-grep has capital letters, digits and underscores.
            """
    )

    static let badRuleSearch = DiagnosticCode(
        "R002",
        about:
            """
            ast-grep refuses the rule, or the rule matches every file; the message has ast-grep's \
            own words. https://ast-grep.github.io/reference/rule.html has the rule objects.
            """
    )

    static let badRuleTest = DiagnosticCode(
        "R003",
        about:
            """
            Each piece of code under bad has a finding of its rule and none of another, and no \
            finding is left after its edits; code under good has no finding.
            """
    )
}

extension Fault {
    static func badRuleID(_ text: String) -> Fault {
        Fault(.badRuleName, "'\(text)' is not a rule's id", help: "write one such as GOL-001")
    }

    static func badCapture(_ text: String) -> Fault {
        Fault(
            .badRuleName,
            "'\(text)' is not a capture of ast-grep",
            help: "write its name without $, such as VALUE"
        )
    }

    static func ruleFileName(_ id: String, file: String) -> Fault {
        Fault(
            .badRuleName,
            "the rule is \(id), but its file is \(file)",
            help: "name the file \(id).yaml"
        )
    }

    /// The error of ast-grep for a search.
    static func refusedSearch(_ words: String) -> Fault {
        Fault(.badRuleSearch, "ast-grep refuses this search: \(words)")
    }

    static func badExpression(_ text: String) -> Fault {
        Fault(.badRuleSearch, "'\(text)' is not a regular expression of Swift")
    }

    static func unclearSearch(kinds: Int) -> Fault {
        Fault(
            .badRuleSearch,
            kinds == 0
                ? "the search does not say what to look for" : "the search looks for two things",
            help: "write one of match, command, variable and settings"
        )
    }

    static var searchWithoutKey: Fault {
        Fault(.badRuleSearch, "the search for settings names no key", help: "write key: REGEX")
    }

    static var sampleWithoutLanguage: Fault {
        Fault(
            .badRuleTest,
            "the sample has no language",
            help: "write in: LANGUAGE, or file: NAME for a settings file"
        )
    }

    static func failedSample(_ problem: String) -> Fault { Fault(.badRuleTest, problem) }
}
