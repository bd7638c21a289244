import Basics
import ClientModels
import Crypto
import Lint
import PathValidation
import ScenarioFormat

/// The text of `explain` for a word: a reason, a code, a word of a catalogue, a key or an attack.
package enum WordExplanation {
    /// All words of catalogues, for suggestions.
    package static var words: [String] { catalogues.flatMap(\.entries).map(\.name) }

    private static let catalogues = [
        Catalogue.reasons, .mutations, .serverFaults, .violations, .parties, .profiles,
    ]

    /// Returns the meaning of a word; nil for an unknown word.
    package static func text(of topic: String, hasColour: Bool) -> String? {
        var text = TerminalText(hasColour: hasColour)
        if let code = Rejection.Code(rawValue: topic) {
            write(code, to: &text)
        } else if let code = code(named: topic) {
            text.heading(code.level.name, code.rawValue)
            text.paragraph(code.about)
        } else if let (system, rule) = Review.rule(named: topic) {
            write(rule, of: system, to: &text)
        } else if let (catalogue, entry) = entry(named: topic) {
            write(entry, of: catalogue, to: &text)
        } else if write(value: topic, to: &text) {
        } else if !topic.isEmpty, let help = ScenarioLibrary.help(for: topic) {
            write(help, to: &text)
        } else {
            return nil
        }
        return text.text
    }

    /// Returns the meaning of an attack of the catalogue, and the scenarios that cover it.
    package static func text(
        of row: AttackGroup.Attack,
        coveredBy scenarios: [String],
        hasColour: Bool
    ) -> String {
        var text = TerminalText(hasColour: hasColour)
        text.heading("attack", row.id)
        text.paragraph(row.about + ".")
        text.paragraph("A correct client: \(row.verdict).")
        if let obstacle = row.obstacle { text.paragraph(obstacle + ".") }
        text.paragraph(
            scenarios.isEmpty
                ? "No scenario covers it." : "Covered by \(scenarios.joined(separator: ", "))."
        )
        return text.text
    }

    private static func code(named topic: String) -> DiagnosticCode? {
        (DiagnosticCode.catalogue + DiagnosticCode.ofClients + DiagnosticCode.ofRules).first {
            $0.rawValue == topic
        }
    }

    private static func entry(named topic: String) -> (Catalogue, Catalogue.Entry)? {
        for catalogue in catalogues {
            guard let entry = catalogue.entries.first(where: { $0.name == topic }) else { continue }
            return (catalogue, entry)
        }
        return nil
    }

    private static func write(_ code: Rejection.Code, to text: inout TerminalText) {
        text.heading("reason", code.rawValue)
        text.paragraph("The party rejected: \(code.meaning).")
        text.paragraph("Rule: \(code.source)")
    }

    /// Writes a mistake in a file of an application or a server, which an audit reports by its id.
    private static func write(_ rule: Rule, of system: String, to text: inout TerminalText) {
        text.heading("mistake", rule.id)
        text.paragraph("The mistake: \(rule.about).")
        text.paragraph("Found in: \(system).")
        text.paragraph("Severity: \(rule.severity.words(isOutage: rule.isOutage)).")
        text.paragraph(
            "A comment hatpin:allow \(rule.id) REASON on its line, or on the line before, "
                + "suppresses the finding."
        )
    }

    private static func write(
        _ entry: Catalogue.Entry,
        of catalogue: Catalogue,
        to text: inout TerminalText
    ) {
        text.heading(catalogue.singular, entry.name)
        text.paragraph(entry.about)
        if let source = entry.source { text.paragraph("Source: \(source)") }
        if let gain = entry.gain { text.paragraph("Gains: \(gain.rawValue). \(gain.about)") }
        for setting in entry.settings {
            // A list of many words is folded between the words.
            let words = setting.words
            let shown = words.count > 80 ? words.replacing("|", with: " | ") : words
            text.paragraph("\(shown): \(setting.aboutWithFallback)")
        }
    }

    /// Writes a value of settings of parties, such as `policies-never-set`.
    ///
    /// The text lists all settings that take the value, since no other list contains values.
    ///
    /// - Returns: whether a setting takes the value.
    private static func write(value topic: String, to text: inout TerminalText) -> Bool {
        // These values are not explained, because flags of every party take them.
        guard !["true", "false", ""].contains(topic) else { return false }
        let users = Catalogue.parties.entries.flatMap { entry in
            entry.settings.filter { $0.values.contains(topic) }.map { (entry.name, $0) }
        }
        guard !users.isEmpty else { return false }
        text.heading("value", topic)
        for (party, setting) in users {
            text.paragraph("\(party):\(setting.name)=\(topic)")
            text.paragraph("\(setting.name): \(setting.aboutWithFallback)")
        }
        return true
    }

    /// Writes a key of scenario files, given by a path such as `leaf.valid`.
    private static func write(_ help: KeyHelp, to text: inout TerminalText) {
        text.heading("key", help.path)
        text.paragraph(help.about)
        text.paragraph(help.isBuilt ? "Takes \(help.takes)." : "Not built yet.")
        let lists = [
            ("Keys", help.keys), ("Words", help.words.keys.sorted()), ("Examples", help.examples),
        ]
        for (title, values) in lists where !values.isEmpty {
            text.paragraph("\(title): \(values.joined(separator: ", "))")
        }
    }
}

extension TerminalText {
    fileprivate mutating func heading(_ kind: StaticString, _ name: String) {
        literal(kind, .faint)
        literal(" ")
        value(name, .strong)
        newLine()
    }

    fileprivate mutating func paragraph(_ text: String) {
        var words = TerminalText(hasColour: false)
        // The text is written word by word, because one long value would be cut, and no other
        // output shows the rest.
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        words.values(parts.map(String.init), between: " ")
        literal("  ")
        fold(words, from: 2, to: 88)
        newLine()
    }
}

extension Diagnostic.Level {
    /// The word for the level.
    fileprivate var name: StaticString {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
    }
}
