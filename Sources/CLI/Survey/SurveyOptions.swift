import ArgumentParser
import PKIX
import Reports
import Runner
import Scenarios
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

    @Option(help: ArgumentHelp("The folder of scenarios.", valueName: "folder"))
    var scenarios: String?

    @Option(name: .shortAndLong, help: "How many worlds are judged at once (default: all cores).")
    var jobs: Int?

    @Option(help: "What keys and serial numbers follow from.") var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The verify date, RFC 3339 (default: now).", valueName: "instant"))
    var now: String?

    @Flag(help: "Let models judge the bytes without a handshake.") var chainOnly = false

    @Flag(name: .shortAndLong, help: "List every case, not only examples.") var verbose = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard jobs.map({ (1...1_024).contains($0) }) ?? true else {
            throw ValidationError("--jobs is from 1 to 1024")
        }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now is an instant such as 2026-11-21T09:30:00Z")
        }
    }

    /// The cases whose worlds are judged, in the order of their ids.
    func cases() async throws -> [Scenario] {
        let request = SelectionRequest(filter: filter, scenarios: scenarios)
        let library = try await Library.load(request.places)
        try library.requireSound(colour)
        // Whatever party a case fixes: its world is what counts.
        let chosen = try request.chosen(among: library.choices(parties: nil))
        return chosen.map(\.scenario)
    }

    /// The servers and what judges there.
    func survey() throws(Failure) -> Survey {
        var options = Run.Options(now: now.flatMap(Instant.init(rfc3339:)) ?? Environment.now)
        options.seed = seed
        options.jobs = jobs ?? Environment.processors
        options.isChainOnly = chainOnly
        do {
            return try Survey(options: options)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }

    /// The columns of what is written to standard output.
    var width: Int { min(100, max(60, StandardStream.output.width ?? 88)) }
}

extension ConfiguredModel {
    /// The configurations that an argument names: a party as `--party` takes it, or the file of a
    /// configuration, one for each system that it configures and each of its entries.
    static func all(argument text: String) throws(Failure) -> [ConfiguredModel] {
        guard Environment.exists(text) else {
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
