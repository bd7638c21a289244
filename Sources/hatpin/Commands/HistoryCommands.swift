import ArgumentParser
import Basics
import Reports

/// The folder of earlier runs.
struct StateOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of run files, as for run.", valueName: "folder"))
    var state: String?

    var folder: StateFolder { StateFolder(named: state) }

    func validate() throws {
        guard state != "" else { throw ValidationError("--state needs a folder") }
    }
}

/// `hatpin show`: prints an earlier run from its file.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an earlier run, or some of its cases in full.",
        discussion: """
            Nothing is run again. Name the run by its file, or by its name in .hatpin/runs or the \
            beginning of that; without a name it is the last run. Name a case as scenario@party, or as \
            the scenario for all of its parties.
            """
    )

    @Argument(help: ArgumentHelp("The run, and cases of the run.", valueName: "run-or-case"))
    var words: [String] = []
    @Option(help: "The format of standard output, as for run.") var format = FormatOf<RunRecord>
        .usual
    @Flag(name: .shortAndLong, help: "Also list what passed.") var verbose = false
    @OptionGroup var state: StateOptions
    @OptionGroup var colour: ColourOptions

    func run() throws {
        let options = colour.reportOptions(verbose ? .verbose : .normal)
        let show = try RunShow(words, in: state.folder)
        try StandardStream.output.write(show.text(as: format, options))
    }
}

/// `hatpin diff`: compares two runs.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show which verdicts changed between two runs, weaker verdicts first.",
        discussion: "Runs are named as for show. \(Exit.pointer)"
    )

    @Argument(help: "The earlier run.") var old: String
    @Argument(help: "The later run (default: the last one).") var new: String?
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

/// `hatpin history`: lists the kept runs.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the runs that are kept, or the results of one case in them."
    )

    @Argument(help: "A case, as scenario@party or the scenario; ≠ marks a changed result.")
    var `case`: String?
    @Option(help: ArgumentHelp("Only this run and later runs.", valueName: "run"))
    var since: String?
    @OptionGroup var state: StateOptions

    func run() throws {
        let runs = try RunList(in: state.folder, since: since)
        try StandardStream.output.write(`case`.map(runs.text) ?? runs.text)
    }
}
