import Crypto

/// A scenario to be written: a setup, the decision that is expected in it, and notes on both.
///
///     var scenario = ScenarioText("expired-leaf", about: "An expired leaf is refused.", in: setup)
///     scenario.sources = ["RFC 5280 §6.1.3 (a)(2)"]
///     scenario.expect = [.init(Expectation(verdict: .reject([.expired])))]
///     let text = try scenario.file()
package struct ScenarioText: Sendable {
    /// A rule of `expect`: the decision of some parties, or of all.
    package struct Rule: Sendable {
        /// Parties that it is about; none for all that no rule before it names.
        package var parties: [PartyReference] = []
        /// Their decision.
        package var expectation: Expectation
        /// Why it is to be accepted, where it is.
        package var because: String?

        /// The decision of all parties.
        package init(_ expectation: Expectation, because: String? = nil) {
            self.expectation = expectation
            self.because = because
        }
    }

    /// Lower-case letters, digits and hyphens; the file's name without its ending.
    package var name: String
    /// The defect and why it matters; its first sentence stands in lists, long lines are broken.
    package var about: String
    /// Rules and CVEs; a scenario that expects a reject must have some.
    package var sources: [String] = []
    /// Rows of the attack catalogue.
    package var covers: [String] = []
    /// Words that select it, each lower-case.
    package var tags: [String] = []
    /// The harm of a wrong decision.
    package var importance = Scenario.Importance.medium
    /// The gain of an attacker from a wrong decision.
    package var `class` = Scenario.Class.practical
    /// The same where neither the setup nor the reasons tell it.
    package var gains: Gain?
    /// The relying party that it is about; of documents the paths stay as they are.
    package var party: PartyReference?
    /// The setup that the parties judge.
    package var setup: Setup
    /// The first that applies decides; the last must be about all parties.
    package var expect = [Rule(Expectation(verdict: .accept))]
    /// The decision of a correct client, where `expect` says another.
    package var secure: Expectation?
    /// The setup that must be accepted before a reject counts; the standard one where nil.
    package var control: Setup?

    /// A scenario that expects everybody to accept a setup.
    package init(_ name: String, about: String, in setup: Setup) {
        self.name = name
        self.about = about
        self.setup = setup
    }
}

extension ScenarioText {
    /// The text of the scenario's file, as short as an author would write it: of the setup only what
    /// differs from the standard one.
    ///
    /// The text is read back and the setups are compared, so that it never means another one.
    ///
    /// - Parameter path: where the file will be, so that the documents of `party` are found; the
    ///   working folder unless stated.
    /// - Returns: all of the file, its last line ended.
    /// - Throws: `UnwritableSetup` for what the format cannot say.
    package func file(at path: String? = nil) throws(UnwritableSetup) -> String {
        let text = try draft()
        try requireReadBack(text, at: path ?? name + ".yaml")
        return text
    }

    /// The text, before it is read back.
    ///
    /// - Throws: `UnwritableSetup.part` for values that the format has no text for.
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

    /// Several entities or lists, and rules, stand below each other even where they would fit.
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
        let errors = library.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty, let read = library.scenarios.first else { throw .refused(errors) }
        guard read.setup == setup else { throw .differs(setup.differences(from: read.setup)) }
        if let control, let other = read.control, other != control {
            throw .differs(control.differences(from: other))
        }
    }
}
