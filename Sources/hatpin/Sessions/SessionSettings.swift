import Reports
import ScenarioFormat
import X509

// Sessions is a run as its user sees it: what standard output and the reports get, the run file and the
// evidence that stay, the progress meanwhile, and the exit code. It reads no arguments.

/// Of which cases evidence is kept.
package enum Keeping: String, CaseIterable, Sendable {
    case never, failed, all
}

/// A report, and the file that it goes to.
package struct ReportFile: Sendable {
    package let format: ReportFormat
    package let path: String

    package init(format: ReportFormat, path: String) {
        (self.format, self.path) = (format, path)
    }
}

/// How a run shows itself and what it leaves behind.
package struct SessionSettings: Sendable {
    var format: ReportFormat
    var options: ReportOptions
    var reports: [ReportFile]
    var progress: Progress.Kind
    /// Where the run file and the evidence go.
    var state: StateFolder
    var keep: Keeping
    /// The number of runs that the state folder keeps, this one included.
    var keptRuns: Int
    var allowsEmpty: Bool
    /// The folder that ids are relative to.
    var root: String
    /// Where the fields of a case's setup come from.
    var origins: @Sendable (Scenario) -> [FieldOrigin]
    /// The wall clock at the start.
    var started: Instant
    /// The options that decide what is judged, as a shell reads them, to repeat it.
    package var stated: [String] = []
    /// Parties that an audit tells apart from their TLS libraries.
    package var comparable: Set<String> = []
    /// The run that this process goes on with; nil for one from the start.
    package var resumed: EarlierRun?

    /// Settings; each parameter is the property of its name.
    package init(
        format: ReportFormat,
        options: ReportOptions,
        reports: [ReportFile],
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

    /// Whether the run can do without a state folder: standard output gets the run file, and
    /// nothing else is kept.
    var needsState: Bool {
        keep != .never || format.name != ReportFormat.ndjson.name || state.isNamed
    }
}
