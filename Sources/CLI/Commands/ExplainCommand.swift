import ArgumentParser
import PKIX
import Reports
import Runner
import Scenarios
import Trust

/// `hatpin explain`: what a case is about, or what a word means.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Explain a case, a row, a reason, a diagnostic code, a key or a word of a catalogue."
    )

    @Argument(
        help:
            "An id, a row (PIN-018), a word (pin-mismatch), a code (S001) or a key (leaf.valid)."
    )
    var topic: String

    @Option(help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder"))
    var scenarios: String?

    @Flag(help: "Show every check that reference asks on the way to its verdict.")
    var trace = false

    @OptionGroup var colour: ColourOptions

    func run() async throws {
        if let word = explanation {
            try StandardStream.output.write(word)
            return
        }
        if let row = AttackGroup.row(topic) {
            try await explain(row)
            return
        }
        let options = SelectionRequest(selectors: [topic], scenarios: scenarios)
        let library = try await Library.load(options.places)
        try library.requireSound(colour)
        let scenarios = try chosen(by: options, in: library)
        // Of a scenario of many cases the first three are shown, the others by their names.
        for (number, scenario) in scenarios.enumerated() {
            if number == 3, scenarios.count > 4 {
                try StandardStream.output.write(others(scenarios[3...].map(\.id)))
                break
            }
            let text = try explanation(of: scenario, in: library)
            try StandardStream.output.write((number > 0 ? "\n" : "") + text)
        }
    }

    /// What a row of the attack catalogue is, and who covers it, where there are scenarios here.
    private func explain(_ row: AttackGroup.Row) async throws {
        let places = SelectionRequest(scenarios: scenarios).places
        var scenarios: [Scenario] = []
        if self.scenarios != nil || places.allSatisfy(Environment.exists) {
            let library = try await Library.load(places)
            try library.requireSound(colour)
            scenarios = library.scenarios
        }
        let covering = Coverage(of: scenarios).row(row.id)?.scenarios ?? []
        var text = TerminalText(hasColour: colour.hasColour(on: .output))
        text.heading("row", row.id)
        text.paragraph(row.about + ".")
        text.paragraph("A correct client: \(row.verdict).")
        if let obstacle = row.obstacle { text.paragraph(obstacle + ".") }
        text.paragraph(
            covering.isEmpty
                ? "No scenario covers it." : "Covered by \(covering.joined(separator: ", "))."
        )
        try StandardStream.output.write(text.text)
    }

    /// The cases of the topic; where there are none, it may be a mistyped word, or a key without
    /// those above it.
    private func chosen(
        by options: SelectionRequest,
        in library: Library
    ) throws(Failure) -> [Scenario] {
        do throws(Failure) {
            return try options.chosen(among: library.choices(parties: nil)).map(\.scenario)
        } catch {
            let keys = ScenarioLibrary.keyPaths
            let below = keys.filter { $0.hasSuffix(".\(topic)") }
            guard below.isEmpty else {
                throw error.adding("as a key: \(below.prefix(3).joined(separator: ", "))")
            }
            let words = Self.catalogues.flatMap(\.entries).map(\.name)
            guard let meant = didYouMean(topic, words + keys) else { throw error }
            throw error.adding(meant)
        }
    }

    private static let catalogues = [
        Catalogue.reasons, .mutations, .behaviours, .parties, .profiles,
    ]

    private func explanation(
        of scenario: Scenario,
        in library: Library
    ) throws(Failure) -> String {
        let hasColour = colour.hasColour(on: .output)
        let explanation = CaseExplanation(
            scenario: scenario,
            origins: library.origins(scenario),
            hasColour: hasColour
        )
        guard trace else { return explanation.text }
        return try explanation.text + TraceText(scenario, hasColour: hasColour).text
    }

    private func others(_ ids: [String]) -> String {
        "\nand \(ids.count) more cases:\n" + ids.map { "  \(Shown.escaped($0))\n" }.joined()
    }

    /// What a word means; nil where it is none.
    private var explanation: String? {
        var text = TerminalText(hasColour: colour.hasColour(on: .output))
        if let code = Rejection.Code(rawValue: topic) {
            text.heading("reason", code.rawValue)
            text.paragraph("The party refused: \(code.meaning).")
            text.paragraph("Rule: \(code.source)")
            return text.text
        }
        if let code = DiagnosticCode(rawValue: topic) {
            text.heading(code.severity == .error ? "error" : "warning", code.rawValue)
            text.paragraph(code.about)
            return text.text
        }
        for catalogue in Self.catalogues.dropFirst() {
            guard let entry = catalogue.entries.first(where: { $0.name == topic }) else { continue }
            text.heading(catalogue.singular, topic)
            text.paragraph(entry.about)
            if let source = entry.source { text.paragraph("Source: \(source)") }
            for setting in entry.settings {
                text.paragraph("\(setting.words): \(setting.aboutWithFallback)")
            }
            return text.text
        }
        return keyExplanation
    }

    /// What a key of scenario files means, by its path such as `leaf.valid`; nil where it is none.
    private var keyExplanation: String? {
        guard !topic.isEmpty, let help = ScenarioLibrary.help(for: topic) else { return nil }
        var text = TerminalText(hasColour: colour.hasColour(on: .output))
        text.heading("key", help.path)
        text.paragraph(help.about)
        text.paragraph(help.isBuilt ? "Takes \(help.takes)." : "Not built yet.")
        let lists = [
            ("Keys", help.keys), ("Words", help.words.keys.sorted()), ("Examples", help.examples),
        ]
        for (title, values) in lists where !values.isEmpty {
            text.paragraph("\(title): \(values.joined(separator: ", "))")
        }
        return text.text
    }
}

extension Catalogue {
    fileprivate var singular: StaticString {
        switch self {
        case .mutations: "mutation"
        case .behaviours: "behaviour"
        case .parties: "party"
        case .profiles: "profile"
        case .reasons: "reason"
        }
    }
}

extension TerminalText {
    mutating func heading(_ kind: StaticString, _ name: String) {
        literal(kind, .faint)
        literal(" ")
        value(name, .strong)
        newLine()
    }

    mutating func paragraph(_ text: String) {
        var words = TerminalText(hasColour: false)
        words.value(text)
        literal("  ")
        fold(words, from: 2, to: 88)
        newLine()
    }
}
