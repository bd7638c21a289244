import ArgumentParser
import AttackCatalogue
import CaseSelection
import ClientParties
import FileFormat
import Manual
import Reports
import Requests
import Runner
import Scenarios
import Surroundings

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

    @Option(
        help: ArgumentHelp(
            "A program, such as client/curl: which command it would be started with for a case, and "
                + "whether it can be asked; may be repeated.",
            valueName: "client"
        )
    )
    var party: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Flag(help: "Show every check that reference asks on the way to its verdict.")
    var trace = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard let model = party.first(where: { !NamedClient.isMeant(by: $0) }) else { return }
        throw ValidationError("--party \(model) is no program; explain \(model) tells of a model")
    }

    func run() async throws {
        let clients = try programs.asked(colour).requested(among: party)
        let hasColour = colour.hasColour(on: .output)
        if let word = WordExplanation.text(of: topic, hasColour: hasColour) {
            try StandardStream.output.write(word)
            return
        }
        if let row = AttackGroup.row(topic) {
            try await explain(row)
            return
        }
        let folders = programs.definitions.clients
        let options = SelectionRequest(
            selectors: [topic],
            scenarios: scenarios,
            clientsIn: folders
        )
        let library = try await options.quietLibrary()
        try library.requireSound(colour.color)
        let scenarios = try chosen(by: options, in: library)
        // Of a scenario of many cases the first three are shown, the others by their names.
        for (number, scenario) in scenarios.enumerated() {
            if number == 3, scenarios.count > 4 {
                try StandardStream.output.write(others(scenarios[3...].map(\.id)))
                break
            }
            let text = try explanation(of: scenario, in: library)
            try StandardStream.output.write((number > 0 ? "\n" : "") + text)
            try explain(clients, in: scenario)
        }
    }

    /// A row of the attack catalogue, with the scenarios that cover it.
    private func explain(_ row: AttackGroup.Row) async throws {
        let library = try await Library.load(SelectionRequest(scenarios: scenarios).places)
        try library.requireSound(colour.color)
        let covering = Coverage(of: library.scenarios).row(row.id)?.scenarios ?? []
        let hasColour = colour.hasColour(on: .output)
        let text = WordExplanation.text(of: row, coveredBy: covering, hasColour: hasColour)
        try StandardStream.output.write(text)
    }

    /// How programs would be put before a case: those that were asked for, and the case's own.
    private func explain(_ clients: [NamedClient], in scenario: Scenario) throws {
        let own = try programs.asked(colour).named([scenario.party?.name ?? ""])
        let probe = ClientProbe(search: Environment.variable("PATH") ?? "/usr/bin:/bin")
        for client in (clients + own).unique {
            var absence: String?
            if case .missing(let reason) = probe.state(of: client.client) { absence = reason }
            let explanation = ProgramExplanation(
                of: client.name,
                client.client,
                in: scenario,
                absence: absence
            )
            let text = explanation.text(hasColour: colour.hasColour(on: .output))
            try StandardStream.output.write("\n" + text)
        }
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
            guard let meant = didYouMean(topic, WordExplanation.words + keys) else { throw error }
            throw error.adding(meant)
        }
    }

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
        do {
            let trace = try TraceText(scenario, now: Environment.now, hasColour: hasColour)
            return explanation.text + trace.text
        } catch {
            throw Failure(.environment, Shown.escaped("\(error)"))
        }
    }

    private func others(_ ids: [String]) -> String {
        "\nand \(ids.count) more cases:\n" + ids.map { "  \(Shown.escaped($0))\n" }.joined()
    }
}
