import Crypto

/// A scenario to write: a setup, the expected decision, and notes on both.
///
///     var scenario = ScenarioText("expired-leaf", about: "An expired leaf is refused.", in: setup)
///     scenario.sources = ["RFC 5280 §6.1.3 (a)(2)"]
///     scenario.expect = [.init(Expectation(verdict: .reject([.expired])))]
///     let text = try scenario.file()
package struct ScenarioText: Sendable {
    /// A rule of `expect`: the decision of some parties, or of all parties.
    package struct Rule: Sendable {
        /// The parties of the rule; empty for all parties that no earlier rule names.
        package var parties: [PartyReference] = []
        /// The expected decision.
        package var expectation: Expectation
        /// The reason why the parties must accept; nil for a rejection, or if no reason is stated.
        package var because: String?

        /// Creates a rule for all parties.
        package init(_ expectation: Expectation, because: String? = nil) {
            self.expectation = expectation
            self.because = because
        }
    }

    /// The name: lower-case letters, digits and hyphens; also the file's name without its
    /// extension.
    package var name: String
    /// The defect and why it matters; lists show the first sentence, and long lines are wrapped.
    package var about: String
    /// Rules and CVEs; required for a scenario that expects a rejection.
    package var sources: [String] = []
    /// Ids of the attack catalogue.
    package var covers: [String] = []
    /// Tags in lower case, to select the scenario.
    package var tags: [String] = []
    /// The harm of a wrong decision.
    package var importance = Severity.medium
    /// What an attacker gains from a wrong decision.
    package var `class` = Scenario.Class.practical
    /// The gain to write; nil if the setup or the reasons imply it.
    package var gains: Gain?
    /// The relying party of the scenario; the paths of its documents are not changed.
    package var party: PartyReference?
    /// The setup that the parties judge.
    package var setup: Setup
    /// The rules; the first rule that applies decides, and the last rule must be for all parties.
    package var expect = [Rule(Expectation(verdict: .accept))]
    /// The decision of a correct client; nil if `expect` states it.
    package var secure: Expectation?
    /// The setup that a party must accept before its rejection counts; nil for the baseline setup.
    package var control: Setup?

    /// Creates a scenario in which all parties must accept a setup.
    package init(_ name: String, about: String, in setup: Setup) {
        self.name = name
        self.about = about
        self.setup = setup
    }
}

extension ScenarioText {
    /// Returns the text of the scenario's file, which states only the differences from the baseline
    /// setup.
    ///
    /// The function reads the text back and compares the setups, so that the text never means
    /// another setup.
    ///
    /// - Parameter path: the path that the file will have, to find the documents of `party`; nil
    ///   for a file in the working directory.
    /// - Returns: the content of the file, with a final line break.
    /// - Throws: `UnwritableSetup` if the format cannot express the scenario.
    package func file(at path: String? = nil) throws(UnwritableSetup) -> String {
        let text = try draft()
        try requireReadBack(text, at: path ?? name + ".yaml")
        return text
    }

    /// Returns the text without reading it back.
    ///
    /// - Throws: `UnwritableSetup.part` if the format cannot express a value.
    package func draft() throws(UnwritableSetup) -> String {
        var layout = Layout(isTall: Self.isTall)
        layout.add(Written.Entry(key: "scenario", value: .text(name)))
        layout.addProse("about", about)
        let setup = try SetupText.overlay(for: setup)
        let control = try control.map { control throws(UnwritableSetup) in
            try SetupText.overlay(for: control, on: self.setup)
        }
        for entry in said.entries + setup.entries + verdicts.entries { layout.add(entry) }
        if let control { layout.add(Written.Entry(key: "control", value: control)) }
        return layout.text
    }

    /// Whether an entry has several entities, lists or rules, which are written on several lines
    /// even if they would fit into one line.
    private static func isTall(_ entry: Written.Entry) -> Bool {
        switch (entry.key, entry.value) {
        case ("pki", .mapping(let entries)), ("crls", .mapping(let entries)): entries.count > 1
        case ("expect", .list): true
        default: false
        }
    }

    private var said: Written {
        .fields([
            "sources": Written.texts(sources).unlessEmpty,
            "covers": Written.texts(covers).unlessEmpty,
            "tags": Written.texts(tags).unlessEmpty,
            "importance": importance == .medium ? nil : .word(importance.rawValue),
            "class": `class` == .practical ? nil : .word(`class`.rawValue),
            "gains": gains.map { .word($0.rawValue) },
            "party": party?.written,
        ])
    }

    private var verdicts: Written {
        let rules = expect.map { rule in
            guard !rule.parties.isEmpty else {
                return rule.expectation.written(because: rule.because)
            }
            let parties = Written.texts(rule.parties.map(\.writtenInline)).orOne
            let when = Written.fields(["when": .fields(["party": parties])])
            let verdict = rule.expectation.fields(because: rule.because)
            return .mapping(when.entries + verdict.entries)
        }
        return .fields([
            "expect": Written.list(rules).orOne,
            "secure": secure?.written(because: nil),
        ])
    }

    private func requireReadBack(_ text: String, at path: String) throws(UnwritableSetup) {
        let library = ScenarioLibrary(of: Array(text.utf8), at: path)
        let errors = library.diagnostics.filter { $0.level == .error }
        guard errors.isEmpty, let read = library.scenarios.first else { throw .refused(errors) }
        guard read.setup == setup else { throw .differs(setup.differences(from: read.setup)) }
        if let control, let other = read.control, other != control {
            throw .differs(control.differences(from: other))
        }
    }
}
