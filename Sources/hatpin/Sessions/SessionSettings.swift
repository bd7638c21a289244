import Reports
import ScenarioFormat
import X509

// Sessions is the part of a run that its user sees: standard output, reports, run file, evidence,
// progress and exit code. It reads no arguments.

/// The cases whose evidence is kept.
package enum Keeping: String, CaseIterable, Sendable {
    case never, failed, all
}

/// How a run reports its results, and which files it keeps.
package struct SessionSettings: Sendable {
    var format: FormatOf<RunRecord>
    var options: ReportOptions
    var reports: [ReportFile<RunRecord>]
    var progress: Progress.Kind
    /// The folder of the run file and the evidence.
    var state: StateFolder
    var keep: Keeping
    /// The number of runs that the state folder keeps, including this one.
    var keptRuns: Int
    var allowsEmpty: Bool
    /// The folder that ids are relative to.
    var root: String
    /// Returns the places where the fields of a case's setup are declared.
    var origins: @Sendable (Scenario) -> [FieldOrigin]
    /// The wall-clock time of the start.
    var started: Instant
    /// The options that affect verdicts, quoted for a shell, to repeat the run.
    package var stated: [String] = []
    /// The names of the programs whose TLS library an audit can test too, to show whether a failure
    /// comes from the program or from its library.
    package var comparable: Set<String> = []
    /// The number of scenario files with mistakes, whose cases are not run.
    package var faultyFiles = 0
    /// The run that this process continues, or nil for a new run.
    package var resumed: EarlierRun?

    /// Creates settings with these properties.
    package init(
        format: FormatOf<RunRecord>,
        options: ReportOptions,
        reports: [ReportFile<RunRecord>],
        progress: Progress.Kind,
        state: StateFolder,
        keep: Keeping,
        keptRuns: Int,
        allowsEmpty: Bool,
        root: String,
        origins: @escaping @Sendable (Scenario) -> [FieldOrigin],
        started: Instant
    ) {
        (self.format, self.options, self.reports) = (format, options, reports)
        (self.progress, self.state, self.keep) = (progress, state, keep)
        (self.keptRuns, self.allowsEmpty, self.root) = (keptRuns, allowsEmpty, root)
        (self.origins, self.started) = (origins, started)
    }

    /// Whether the run needs a state folder; it needs no folder if standard output gets the run
    /// file, no evidence is kept, and the user names no folder.
    var needsState: Bool {
        keep != .never || format.name != ReportFormat.ndjson.name || state.isNamed
    }
}
