import ArgumentParser
import Auditing
import CaseSelection
import Requests
import Sessions
import Surroundings

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

    @Option(help: .scenariosAlone)
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @OptionGroup var judging: JudgingOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(name: .shortAndLong, help: "Name every case, not only examples.") var verbose = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var colour: ColourOptions

    /// The worlds, and how they are put before configurations.
    func request(_ programs: ProgramOptions) -> SurveyRequest {
        SurveyRequest(
            SelectionRequest(
                filter: filter,
                scenarios: scenarios,
                wantsBuiltin: builtin,
                addsBuiltin: true
            ),
            programs.asked(colour),
            judging.judging,
            isStrict: strictness.strict,
            colour: colour.color
        )
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
}
