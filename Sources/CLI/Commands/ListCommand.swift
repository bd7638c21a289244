import ArgumentParser
import Forge
import Models
import Policies
import Reports
import Runner
import Scenarios
import Trust
import Wire

/// `hatpin list`: what there is to run, and the words that scenario files may use.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the cases, or the words that scenario files may use.",
        discussion: """
            hatpin list mutations | behaviours | parties | profiles | reasons shows a catalogue; \
            anything else selects cases as hatpin run does. With --coverage, the rows of the \
            attack catalogue: those that cases cover, those that no scenario can have, and those \
            that are open. With --format json, an array of one object a line.
            """
    )

    @OptionGroup var selection: SelectionOptions
    @Flag(help: "Show which rows of the attack catalogue the cases cover, and which are open.")
    var coverage = false
    @OptionGroup var output: OutputOptions
    /// What `--format json` was called.
    @Flag(help: .hidden) var json = false
    @Flag(help: "Write the ids only.") var ids = false
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        if !coverage, selection.selectors.count == 1, let word = selection.selectors.first,
            let catalogue = Catalogue(rawValue: word)
        {
            try StandardStream.output.write(text(of: catalogue.entries))
        } else {
            try await list()
        }
    }

    private func list() async throws {
        let library = try await Library.load(selection.request.places)
        try library.requireSound(colour)
        let chosen = try selection.request.chosen(among: library.choices(parties: nil))
        let scenarios = chosen.map(\.scenario)
        if coverage {
            try StandardStream.output.write(text(of: Coverage(of: scenarios)))
        } else if isForPrograms {
            try StandardStream.output.write(array(scenarios.map(line(of:))))
        } else if ids {
            try StandardStream.output.write(scenarios.map { Shown.escaped($0.id) + "\n" }.joined())
        } else {
            try StandardStream.output.write(table(scenarios))
        }
    }

    private var isForPrograms: Bool { json || output.format == .json }

    // MARK: Cases

    private func text(of coverage: Coverage) -> String {
        let report = CoverageReport(coverage)
        return isForPrograms
            ? report.json
            : report.text(
                hasColour: colour.hasColour(on: .output),
                width: StandardStream.output.width ?? 88
            )
    }

    private func table(_ scenarios: [Scenario]) -> String {
        let width = StandardStream.output.width ?? .max
        let ids = min(48, scenarios.map(\.id.unicodeScalars.count).max() ?? 0)
        let expectations = scenarios.map(\.expectedWords)
        let middle = min(32, expectations.map(\.unicodeScalars.count).max() ?? 0)
        var text = TerminalText(hasColour: colour.hasColour(on: .output))
        for (scenario, expectation) in zip(scenarios, expectations) {
            text.value(scenario.id, .strong)
            text.pad(to: ids + 2)
            text.value(expectation)
            text.pad(to: max(text.column + 2, ids + middle + 4))
            let about = Prose.firstSentence(of: scenario.about)
            text.value(about.shortened(to: width - text.column), .faint)
            text.newLine()
        }
        return text.text
    }

    private func line(of scenario: Scenario) -> (inout JSONWriter) -> Void {
        { json in
            json.member("id", scenario.id)
            json.member("file", scenario.file)
            json.member("line", scenario.line)
            json.member("about", Prose.firstSentence(of: scenario.about))
            json.member("covers", scenario.covers)
            json.member("tags", scenario.tags)
            json.member("importance", scenario.importance.rawValue)
            json.member("party", scenario.party.map(\.fullName))
            json.key("expect")
            json.array { rules in
                for rule in scenario.expectation {
                    rules.object { $0.write(rule) }
                }
            }
        }
    }

    // MARK: Catalogues

    private func text(of entries: [Catalogue.Entry]) -> String {
        guard !isForPrograms else {
            return array(
                entries.map { entry in
                    { json in
                        json.member("name", entry.name)
                        json.member("about", entry.about)
                        json.member("source", entry.source)
                        guard !entry.settings.isEmpty else { return }
                        json.key("settings")
                        json.array { settings in
                            for setting in entry.settings {
                                settings.object { $0.write(setting) }
                            }
                        }
                    }
                }
            )
        }
        let width = entries.map(\.name.count).max() ?? 0
        var text = TerminalText(hasColour: colour.hasColour(on: .output))
        for entry in entries {
            text.value(entry.name, .strong)
            if !ids {
                text.pad(to: width + 2)
                text.value(entry.about)
                if let source = entry.source { text.value(" (\(source))", .faint) }
            }
            text.newLine()
            for setting in ids ? [] : entry.settings {
                text.literal("  ")
                text.value(setting.words)
                text.newLine()
                text.literal("      ")
                text.value(setting.aboutWithFallback)
                text.newLine()
            }
        }
        return text.text
    }

    private func array(_ objects: [(inout JSONWriter) -> Void]) -> String {
        let lines = objects.map { object in
            var json = JSONWriter()
            json.object(object)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }
}

/// The words that scenario files and options may use.
enum Catalogue: String, CaseIterable {
    case mutations, behaviours, parties, profiles, reasons

    struct Entry {
        let name, about: String
        var source: String?
        /// Of a party.
        var settings: [PolicyModel.Setting] = []
    }

    var entries: [Entry] {
        switch self {
        case .mutations: Mutation.catalogue.map { Entry(name: $0.name, about: $0.about) }
        case .behaviours: Behaviour.catalogue.map { Entry(name: $0.name, about: $0.about) }
        case .parties:
            PolicyModel.catalogue.map {
                Entry(name: $0.name, about: $0.about, source: $0.source, settings: $0.settings)
            }
        case .profiles:
            PathProfile.catalogue.map {
                Entry(name: $0.name, about: $0.about, source: $0.source)
            }
        case .reasons:
            Rejection.Code.allCases.map {
                Entry(name: $0.rawValue, about: $0.meaning, source: $0.source)
            }
        }
    }
}

extension PolicyModel.Setting {
    /// As it is written after a party's name: `mode=none|public-key|certificate`.
    var words: String {
        let value =
            switch kind {
            case .word(let words): words.joined(separator: "|")
            case .text: "TEXT"
            case .document: "FILE"
            }
        return "\(name)=\(value)"
    }

    var aboutWithFallback: String {
        fallback.isEmpty ? about : "\(about) Default: \(fallback)."
    }
}

extension Scenario {
    /// What is expected, in one line; rules for several parties stand one after the other.
    var expectedWords: String {
        expectation.map { rule in
            let conditions = rule.when.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.joined(separator: "|"))" }
            let words = ExpectationRecord(rule.expectation).words
            return conditions.isEmpty ? words : "\(conditions.joined(separator: ",")): \(words)"
        }
        .joined(separator: "; ")
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ setting: PolicyModel.Setting) {
        member("name", setting.name)
        member("about", setting.about)
        member("values", setting.values)
        member("default", setting.fallback)
    }

    fileprivate mutating func write(_ rule: ExpectationRule) {
        if !rule.when.isEmpty {
            key("when")
            object { when in
                for (name, values) in rule.when.sorted(by: { $0.key < $1.key }) {
                    when.key(name)
                    when.array { list in
                        for value in values { list.string(value) }
                    }
                }
            }
        }
        ExpectationRecord(rule.expectation).write(to: &self)
    }
}

extension String {
    /// Cut to a number of characters, with an ellipsis where something is missing.
    func shortened(to length: Int) -> String {
        count <= length ? self : String(prefix(max(0, length - 1))) + "…"
    }
}
