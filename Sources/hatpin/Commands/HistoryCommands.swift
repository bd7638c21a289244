import ArgumentParser
import Basics
import Reports

/// The folder of earlier runs.
struct StateOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where the run files are, as for run.", valueName: "folder"))
    var state: String?

    var folder: StateFolder { StateFolder(named: state) }
}

/// `hatpin show`: a run again, from its file.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an earlier run again, or some of its cases in full; nothing is run.",
        discussion: """
            A run is a file, or the name in .hatpin/runs or its beginning; without one the last run. \
            A case is scenario@party, or the scenario for each of its parties.
            """
    )

    @Argument(help: ArgumentHelp("A run, and cases.", valueName: "run-or-case"))
    var words: [String] = []
    @Option(help: "What standard output gets, as for run.") var format: ReportFormat = .human
    @Flag(name: .shortAndLong, help: "List what passed, too.") var verbose = false
    @OptionGroup var state: StateOptions
    @OptionGroup var colour: ColourOptions

    func run() throws {
        let options = ReportOptions(
            verbosity: verbose ? .verbose : .normal,
            hasColour: colour.hasColour(on: .output),
            width: StandardStream.output.reportWidth
        )
        let show = try RunShow(words, in: state.folder)
        try StandardStream.output.write(show.text(as: format, options))
    }
}

/// `hatpin diff`: two runs compared.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show which verdicts changed between two runs, what is weaker first.",
        discussion: "Exits with 1 where anything is weaker. Runs are named as for show."
    )

    @Argument(help: "The run before.") var old: String
    @Argument(help: "The run after it; the last one unless named.") var new: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var state: StateOptions
    @OptionGroup var colour: ColourOptions

    func run() throws {
        let folder = state.folder
        let before = try EarlierRun(named: old, in: folder, for: "diff")
        let after = try EarlierRun(named: new, in: folder, for: "diff")
        let difference = RunDifference(
            from: before.history.judgements,
            to: after.history.judgements
        )
        let hasColour = colour.hasColour(on: .output)
        try StandardStream.output.write(
            output.format == .json ? difference.json : difference.text(hasColour: hasColour)
        )
        if !difference.weaker.isEmpty { throw ExitStatus(.wrongVerdict) }
    }
}

/// `hatpin history`: the runs that are kept.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the runs that are kept, or how a case ended in each, changes marked with ≠."
    )

    @Argument(help: "scenario@party, or the scenario.") var `case`: String?
    @Option(help: ArgumentHelp("Only this run and those after it.", valueName: "run"))
    var since: String?
    @OptionGroup var state: StateOptions

    func run() throws {
        let runs = try RunList(in: state.folder, since: since)
        try StandardStream.output.write(`case`.map(runs.text) ?? runs.text)
    }
}
