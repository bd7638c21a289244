// Reports turns what a run says into what its readers see. Events become records once; run files,
// the terminal and JUnit are functions of the records, so that a run file can be shown later as it
// was shown then. It judges nothing, and the only file it writes is the run file.

/// Makes a report of records.
package protocol Reporter: Sendable {
    /// Takes the next record of a run and answers with the text that it adds to the report.
    mutating func receive(_ record: RunRecord) -> String
}

/// What a reader asked for.
package struct ReportOptions: Sendable {
    /// How much of a run is listed.
    package enum Verbosity: Sendable {
        /// The summary only.
        case quiet
        /// Failures and the summary.
        case normal
        /// Everything, also what passed.
        case verbose
    }

    /// How much is listed.
    package var verbosity: Verbosity
    /// Whether the reader's terminal shows colours.
    package var hasColour: Bool
    /// In columns.
    package var width: Int

    package init(verbosity: Verbosity = .normal, hasColour: Bool = false, width: Int = 88) {
        self.verbosity = verbosity
        self.hasColour = hasColour
        self.width = width
    }
}

/// A kind of report, as `--format` and `--report` name it.
package struct ReportFormat: Sendable {
    /// The word for the command line, and what it gives.
    package let name, about: String
    /// Whether programs read it, so that nothing else may stand in between.
    package let isForPrograms: Bool
    /// Makes a reporter for one run.
    package let reporter: @Sendable (ReportOptions) -> any Reporter

    /// One entry for each file in `Formats/`.
    package static let catalogue: [ReportFormat] = [.human, .ndjson, .junit]

    /// For a person at a terminal.
    package static let human = ReportFormat(
        name: "human",
        about: "Failures as they come, then a summary.",
        isForPrograms: false
    ) { TerminalReporter(options: $0) }

    /// For programs.
    package static let ndjson = ReportFormat(
        name: "ndjson",
        about: "The run file: one JSON object a line.",
        isForPrograms: true
    ) { _ in JSONLinesReporter() }

    /// For CI services.
    package static let junit = ReportFormat(
        name: "junit",
        about: "JUnit XML, one test case for each verdict.",
        isForPrograms: true
    ) { _ in JUnitReporter() }

    /// The format of this name.
    package static func named(_ name: String) -> ReportFormat? {
        catalogue.first { $0.name == name }
    }
}
