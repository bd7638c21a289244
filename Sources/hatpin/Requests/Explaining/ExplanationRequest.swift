import Basics
import Reports
import Runner
import ScenarioFormat

/// The subject of an explanation: a word, a row of the attack catalogue, or cases with the programs
/// that they may be put before.
package struct ExplanationRequest {
    private let topic: String
    /// The folder that ids are relative to; nil for the one in force.
    private let scenarios: String?
    /// Whether the built-in scenarios are taken, whatever folder is here.
    private let wantsBuiltin: Bool
    /// Whether every check on the way to the verdict is shown.
    private let isTraced: Bool
    private let programs: AskedPrograms
    /// Of standard error.
    private let colour: ColourChoice
    /// Whether standard output has colours.
    private let hasColour: Bool

    /// How many cases of a scenario are shown in full; the others by their ids.
    private static let shown = 3

    /// Each parameter is the property of its name.
    package init(
        _ topic: String,
        scenarios: String?,
        wantsBuiltin: Bool,
        isTraced: Bool,
        programs: AskedPrograms,
        colour: ColourChoice,
        hasColour: Bool
    ) {
        (self.topic, self.scenarios, self.isTraced) = (topic, scenarios, isTraced)
        self.wantsBuiltin = wantsBuiltin
        (self.programs, self.colour, self.hasColour) = (programs, colour, hasColour)
    }

    /// Writes the explanation to standard output.
    ///
    /// - Parameter clients: programs that a case is explained for.
    /// - Throws: nothing selected, where the topic means nothing; invalid scenario, where files are
    ///   wrong.
    package func write(for clients: [NamedClient]) async throws {
        if let word = WordExplanation.text(of: topic, hasColour: hasColour) {
            try requireCases(clients)
            try StandardStream.output.write(word)
        } else if let row = AttackGroup.attack(topic) {
            try requireCases(clients)
            try await explain(row)
        } else {
            try await explainCases(for: clients)
        }
    }

    /// Requires a topic that is a case where an option is about cases alone.
    private func requireCases(_ clients: [NamedClient]) throws(Failure) {
        guard isTraced || !clients.isEmpty else { return }
        throw Failure(
            .usage,
            "--trace, --party and a command after -- work with cases; \(Shown.escaped(topic)) is none",
            help: "hatpin list shows the cases"
        )
    }

    /// A row of the attack catalogue, with the scenarios that cover it.
    private func explain(_ row: AttackGroup.Attack) async throws {
        let library = try await selection().quietLibrary(stating: row.id)
        try library.requireScenarios(colour)
        let covering = Coverage(of: library.scenarios).row(row.id)?.scenarios ?? []
        let text = WordExplanation.text(of: row, coveredBy: covering, hasColour: hasColour)
        try StandardStream.output.write(text)
    }

    private func explainCases(for clients: [NamedClient]) async throws {
        let request = selection(topic)
        let library = try await request.quietLibrary()
        try library.requireScenarios(colour)
        let scenarios = try chosen(by: request, in: library)
        // One more than is shown takes no more room than its name.
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
            wantsBuiltin: wantsBuiltin,
            addsBuiltin: true,
            clientsIn: programs.folders
        )
    }

    /// How programs would be put before a case: those that were asked for, and the case's own.
    private func explain(_ clients: [NamedClient], in scenario: Scenario) throws {
        let own = try programs.named([scenario.party?.name ?? ""])
        let probe = ClientProbe(search: Environment.variable("PATH") ?? "/usr/bin:/bin")
        try (clients + own).tellReplacements()
        for client in (clients + own).unique {
            var absence = client.client.isTrusted ? nil : "this folder is not trusted: hatpin trust"
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

    /// The cases of the topic; where there are none, it may be a mistyped word, or a key without
    /// those above it.
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
                throw error.adding("as a key: \(below.prefix(3).joined(separator: ", "))")
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
        guard isTraced else { return explanation.text }
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
