import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat

/// `hatpin explain`: explains a case, an attack, a reason, a code or a key.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a case, an attack, a reason, a finding's code or a key."
    )

    @Argument(
        help:
            "An id, an attack (PIN-018), a word (revoked), a code (NSC-006) or a key (leaf.valid)."
    )
    var topic: String

    @Option(help: .scenariosAlone)
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @Option(
        help: ArgumentHelp(
            "Also show how this program, such as client/curl, would be started for the case, and "
                + "whether the case applies to it. Repeatable.",
            valueName: "client"
        )
    )
    var party: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Flag(help: "Show every check of 'reference' up to its verdict.")
    var trace = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard let model = party.first(where: { !NamedClient.isMeant(by: $0) }) else { return }
        throw ValidationError(
            "--party \(model) is not a program; for a model, run: hatpin explain \(model)"
        )
    }

    func run() async throws {
        let clients = try programs.requested(among: party, colour.color)
        // Attacks come first, because the catalogues of words take longer to make. No word equals
        // the id of an attack.
        if let row = AttackGroup.attack(topic) {
            try requireCases(clients)
            try await explain(row)
        } else if let word = WordExplanation.text(of: topic, hasColour: hasColour) {
            try requireCases(clients)
            try StandardStream.output.write(word)
        } else {
            try await explainCases(for: clients)
        }
    }

    private var hasColour: Bool { colour.hasColour(on: .output) }

    /// The number of a scenario's cases that are shown in full; the other cases are listed by id.
    private static let shown = 3

    /// Requires that the topic is a case if an option only applies to cases.
    private func requireCases(_ clients: [NamedClient]) throws(Failure) {
        guard trace || !clients.isEmpty else { return }
        throw Failure(
            .usage,
            "--trace, --party and a command after -- work with cases; \(Shown.escaped(topic)) is not a case",
            help: "see hatpin list"
        )
    }

    /// Explains an attack of the catalogue, with the scenarios that cover it.
    private func explain(_ row: AttackGroup.Attack) async throws {
        let library = try await selection().quietLibrary(stating: row.id)
        try library.requireScenarios(colour.color)
        let covering = Coverage(of: library.scenarios).row(row.id)?.scenarios ?? []
        let text = WordExplanation.text(of: row, coveredBy: covering, hasColour: hasColour)
        try StandardStream.output.write(text)
    }

    private func explainCases(for clients: [NamedClient]) async throws {
        let request = selection(topic)
        let library = try await request.quietLibrary()
        try library.requireScenarios(colour.color)
        let scenarios = try chosen(by: request, in: library)
        // If only one case were not shown, the note about it would take as much space as its id.
        let count = scenarios.count > Self.shown + 1 ? Self.shown : scenarios.count
        for (number, scenario) in scenarios.prefix(count).enumerated() {
            let text = try explanation(of: scenario, in: library)
            try StandardStream.output.write((number > 0 ? "\n" : "") + text)
            try explain(clients, in: scenario)
        }
        if count < scenarios.count {
            try StandardStream.output.write(Self.others(scenarios[count...].map(\.id)))
        }
        try library.endAsSound()
    }

    private func selection(_ selectors: String...) -> SelectionRequest {
        SelectionRequest(
            selectors: selectors,
            scenarios: scenarios,
            wantsBuiltin: builtin,
            addsBuiltin: true,
            clientsIn: programs.clients
        )
    }

    /// Explains how the requested programs, and the program that the case names, would run a case.
    private func explain(_ clients: [NamedClient], in scenario: Scenario) throws {
        let own = try programs.named([scenario.party?.name ?? ""], colour.color)
        let probe = ClientProbe(search: Environment.variable("PATH") ?? "/usr/bin:/bin")
        try (clients + own).reportReplacements()
        for client in (clients + own).unique {
            var absence =
                client.client.isTrusted ? nil : "you do not trust this folder (see hatpin trust)"
            if case .missing(let reason) = probe.state(of: client.client) { absence = reason }
            let explanation = ProgramExplanation(
                of: client.name,
                client.client,
                in: scenario,
                absence: absence
            )
            try StandardStream.output.write("\n" + explanation.text(hasColour: hasColour))
        }
    }

    /// Returns the cases of the topic.
    ///
    /// If no case matches, the topic may be a mistyped word, or the last part of a key.
    private func chosen(
        by request: SelectionRequest,
        in library: Library
    ) throws(Failure) -> [Scenario] {
        do throws(Failure) {
            return try request.chosen(from: library).map(\.scenario)
        } catch {
            let keys = ScenarioLibrary.keyPaths
            let below = keys.filter { $0.hasSuffix(".\(topic)") }
            guard below.isEmpty else {
                throw error.adding(
                    "keys with this name: \(below.prefix(3).joined(separator: ", "))"
                )
            }
            guard let meant = didYouMean(topic, WordExplanation.words + keys) else { throw error }
            throw error.adding(meant)
        }
    }

    private func explanation(
        of scenario: Scenario,
        in library: Library
    ) throws(Failure) -> String {
        let explanation = CaseExplanation(
            scenario: scenario,
            origins: library.origins(scenario),
            hasColour: hasColour
        )
        guard trace else { return explanation.text }
        do {
            let trace = try TraceText(scenario, now: Environment.now, hasColour: hasColour)
            return explanation.text + trace.text
        } catch {
            throw Failure(.environment, Shown.escaped("\(error)"))
        }
    }

    private static func others(_ ids: [String]) -> String {
        "\nand \(ids.count) more cases:\n" + ids.map { "  \(Shown.escaped($0))\n" }.joined()
    }
}
