import ArgumentParser
import CaseSelection
import FileFormat
import Models
import PKIX
import Policies
import Reports
import Runner
import Scenarios
import Surroundings
import Trust

/// How `audit` and `compare` put worlds before configurations.
struct SurveyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only the worlds of cases that match: tag:x, id:glob, covers:x or a bare word, with "
                + "and, or, not and parentheses.",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "The folder of scenarios: Scenarios where it is here, else the built-in ones.",
            valueName: "folder"
        )
    )
    var scenarios: String?

    @Flag(help: "Take the built-in scenarios, whatever folder is here.") var builtin = false

    @OptionGroup var judging: JudgingOptions

    @Flag(name: .shortAndLong, help: "List every case, not only examples.") var verbose = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var colour: ColourOptions

    /// The cases whose worlds are judged, in the order of their ids.
    func cases() async throws -> [Scenario] {
        let request = SelectionRequest(
            filter: filter,
            scenarios: scenarios,
            wantsBuiltin: builtin
        )
        let library = try await request.library()
        try library.requireSound(colour)
        // Whatever party a case fixes: its world is what counts.
        let chosen = try request.chosen(among: library.choices(parties: nil))
        return chosen.map(\.scenario)
    }

    /// The options that were given and decide which worlds are made, as a shell reads them.
    var stated: [String] {
        (builtin ? ["--builtin"] : scenarios.map { ["--scenarios", $0] } ?? []) + judging.stated
    }

    /// The end of a command that could not put every world before its configurations.
    func failure(for obstructions: [Survey.Obstruction]) -> Failure? {
        guard let first = obstructions.first else { return nil }
        let worlds = Prose.count(obstructions.count, "world")
        return Failure(
            .environment,
            "\(worlds) without a verdict, such as \(first.scenario.id): "
                + Shown.escaped(first.error.description)
        )
    }

    /// The servers and what judges there, for a survey that begins at this instant.
    func survey(at started: Instant, hasPrograms: Bool) throws(Failure) -> Survey {
        do {
            return try Survey(options: judging.options(at: started, hasPrograms: hasPrograms))
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }
}

extension Party {
    /// The models among the parties that a command line names, with their settings.
    static func models(named texts: [String]) throws(Failure) -> [Party] {
        var parties: [Party] = []
        for text in texts where !NamedClient.isMeant(by: text) {
            for model in try ConfiguredModel.all(argument: text) { parties.append(Party(model)) }
        }
        return parties
    }
}

extension ConfiguredModel {
    /// The configurations that an argument names: a party as `--party` takes it, or the file of a
    /// configuration, one for each system that it configures and each of its entries.
    static func all(argument text: String) throws(Failure) -> [ConfiguredModel] {
        guard Environment.exists(text) else {
            // No party has a dot in its name, and paths of configurations have one in theirs.
            let name = text.prefix { $0 != ":" }
            if name.contains(".") || name.contains("/") {
                throw Failure(
                    .invalidScenario,
                    "there is no file named \(Shown.escaped(text)), and no party",
                    help: "its path is relative to the working directory"
                )
            }
            return [try ConfiguredModel(PartyReference(argument: text))]
        }
        let parties: [PartyReference]
        do {
            parties = try PartyReference.configured(by: text)
        } catch {
            throw Failure(
                .invalidScenario,
                Shown.escaped(error.problem),
                help: error.help.map(Shown.escaped)
            )
        }
        guard !parties.isEmpty else {
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(text)) is no configuration of a system that there is a model of",
                help: "name the model, such as afnetworking:mode=certificate; hatpin list parties "
                    + "shows which take a FILE"
            )
        }
        return try parties.map(ConfiguredModel.init)
    }

    private init(_ party: PartyReference) throws(Failure) {
        do {
            self = try PolicyModel.resolve(
                party.name,
                settings: party.settings,
                documents: party.documents,
                standsIn: true
            )
        } catch {
            throw Failure(.usage, Shown.escaped(error.description))
        }
    }
}
