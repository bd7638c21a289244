import ArgumentParser
import Basics

/// The options of `audit` and `compare` that choose the setups.
struct SurveyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only test cases that match: tag:x, id:glob, covers:x or a tag; and, or, not and "
                + "parentheses combine them.",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(help: .scenariosAlone)
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false
}

/// A command that tests configurations with setups.
///
/// The command's option groups are not nested. In debug builds the parser reads a nested group four
/// times for each time that it reads the enclosing group.
protocol SurveyCommand: AsyncParsableCommand {
    var programs: ProgramOptions { get }
    var options: SurveyOptions { get }
    var judging: JudgingOptions { get }
    var strictness: StrictnessOptions { get }
    /// Whether every case is listed.
    var verbose: Bool { get }
    var output: OutputOptions { get }
    var colour: ColourOptions { get }
}

extension SurveyCommand {
    /// The setups, and how they are run.
    var surveyRequest: SurveyRequest {
        SurveyRequest(
            selection: SelectionRequest(
                filter: options.filter,
                scenarios: options.scenarios,
                wantsBuiltin: options.builtin,
                addsBuiltin: true
            ),
            programs: programs,
            judging: judging,
            strictness: strictness,
            colour: colour.color
        )
    }

    /// The settings of reports on audits.
    var reporting: AuditRun.Settings {
        var settings = AuditRun.Settings()
        settings.isForPrograms = output.format == .json
        settings.isVerbose = verbose
        settings.hasColour = colour.hasColour(on: .output)
        settings.width = StandardStream.output.reportWidth
        settings.progress = progress
        settings.options = stated + programs.stated + strictness.stated
        settings.selection = options.filter.map { ["--filter", $0] } ?? []
        return settings
    }

    /// The form of progress on standard error.
    private var progress: Progress.Kind {
        let error = StandardStream.error
        guard let width = error.width else { return .heartbeat }
        return .bar(width: width, hasColour: colour.hasColour(on: error))
    }

    /// The given options that affect which setups are made, quoted for a shell.
    private var stated: [String] {
        (options.builtin ? ["--builtin"] : options.scenarios.map { ["--scenarios", $0] } ?? [])
            + judging.stated
    }
}
