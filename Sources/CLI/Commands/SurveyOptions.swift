import ArgumentParser
import Auditing
import CaseSelection
import FileFormat
import PKIX
import Reports
import Requests
import Runner
import Scenarios
import Sessions
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

    @OptionGroup var strictness: StrictnessOptions

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
        try library.requireSound(colour.color)
        // Whatever party a case fixes: its world is what counts.
        let chosen = try request.chosen(among: library.choices(parties: nil))
        return chosen.map(\.scenario)
    }

    /// How audits are reported.
    func reporting(_ programs: ProgramOptions) -> AuditRun.Settings {
        var settings = AuditRun.Settings()
        settings.isForPrograms = output.format == .json
        settings.isVerbose = verbose
        settings.hasColour = colour.hasColour(on: .output)
        settings.width = StandardStream.output.reportWidth
        settings.progress = progress
        settings.options = stated + programs.asked(colour).stated + strictness.stated
        settings.isFiltered = filter != nil
        return settings
    }

    /// The progress that standard error shows.
    private var progress: Progress.Kind {
        let error = StandardStream.error
        guard let width = error.width else { return .heartbeat }
        return .bar(width: width, hasColour: colour.hasColour(on: error))
    }

    /// The options that were given and decide which worlds are made, as a shell reads them.
    var stated: [String] {
        (builtin ? ["--builtin"] : scenarios.map { ["--scenarios", $0] } ?? []) + judging.stated
    }

    /// The servers and what judges there, for a survey that begins at this instant.
    func survey(at started: Instant, hasPrograms: Bool) throws(Failure) -> Survey {
        do {
            return try Survey(
                options: judging.judging.options(at: started, hasPrograms: hasPrograms)
            )
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }
}
