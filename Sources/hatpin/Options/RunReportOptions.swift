import ArgumentParser
import Basics
import Reports
import ScenarioFormat
import X509

/// The reports of a run: on the terminal, in files, and in the state folder.
struct RunReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder for run files and evidence (default: $HATPIN_STATE, \(StateFolder.usual), or "
                + "a folder in $XDG_STATE_HOME if that cannot be written).",
            valueName: "folder"
        )
    )
    var state: String?

    @Option(help: ArgumentHelp("How many runs to keep.", valueName: "number"))
    var keepRuns = StateFolder.usuallyKept

    @Option(help: "The format of standard output.") var format = FormatOf<RunRecord>.usual

    @Option(
        help: ArgumentHelp(
            "Also write a report to a file, such as html=out.html. Repeatable.",
            valueName: "format=file"
        )
    )
    var report: [MergedReport] = []

    @Option(
        help: ArgumentHelp(
            "Also show what changed since this run, as hatpin diff does. If you name several "
                + "runs, name the oldest first; changes are those since the last named run.",
            valueName: "run"
        )
    )
    var since: [String] = []

    @Flag(name: .shortAndLong, help: "Also list what passed.") var verbose = false

    @Flag(name: .shortAndLong, help: "Print only the summary.") var quiet = false

    func validate() throws {
        guard keepRuns > 0 else { throw ValidationError("--keep-runs must be at least 1") }
        guard state != "" else { throw ValidationError("--state needs a folder") }
        try requireOwnFiles(report.map(\.path))
    }

    /// Refuses report formats that only audits support.
    func requireRuns() throws {
        guard report.allSatisfy({ $0.run != nil }) else {
            throw ValidationError("json= works with audit; use ndjson= with run")
        }
    }

    /// Returns the earlier runs, oldest first.
    func earlier() throws(Failure) -> [EarlierJudgements] {
        try since.map { name throws(Failure) in
            try EarlierRun(named: name, in: folder, for: "--since").judgements(named: name)
        }
    }

    /// The folder of run files.
    var folder: StateFolder { StateFolder(named: state) }

    /// Returns the settings of a session.
    ///
    /// - Parameters:
    ///   - keep: the cases whose evidence is kept.
    ///   - allowsEmpty: whether a run without cases succeeds.
    ///   - root: the folder that ids are relative to.
    ///   - started: the wall-clock time of the start.
    ///   - earlier: the earlier runs, oldest first.
    ///   - colour: the colours of standard output and standard error.
    ///   - origins: returns where the fields of a case's setup are declared.
    /// - Returns: the settings.
    func settings(
        keep: Keeping,
        allowsEmpty: Bool = false,
        root: String,
        started: Instant,
        earlier: [EarlierJudgements],
        colour: ColourOptions,
        origins: @escaping @Sendable (Scenario) -> [FieldOrigin] = { _ in [] }
    ) -> SessionSettings {
        let error = StandardStream.error
        var progress = Progress.Kind.heartbeat
        if let width = error.width, !quiet {
            progress = .bar(width: width, hasColour: colour.hasColour(on: error))
        }
        var options = colour.reportOptions(quiet ? .quiet : verbose ? .verbose : .normal)
        options.since = earlier
        return SessionSettings(
            format: format,
            options: options,
            reports: report.compactMap(\.run),
            progress: quiet ? .none : progress,
            state: folder,
            keep: keep,
            keptRuns: keepRuns,
            allowsEmpty: allowsEmpty,
            root: root,
            origins: origins,
            started: started
        )
    }
}
