// Reports turns the events of a run into texts for readers. Each event becomes a record once. Run
// files, the terminal report and JUnit are functions of the records, so that `hatpin show` prints
// an old run file exactly as the run printed it. Reports makes no verdicts, and the only file it
// writes is the run file.

/// Makes a report from the records of a run.
///
/// ```swift
/// struct CountingReporter: Reporter {
///     private var judgements = 0
///
///     mutating func receive(_ record: RunRecord) -> String {
///         switch record {
///         case .plan: break
///         case .judgement: judgements += 1
///         case .summary: return "\(judgements) judgements\n"
///         }
///         return ""
///     }
/// }
/// ```
package protocol Reporter: Sendable {
    /// Takes the next record of a run and returns the text that it adds to the report.
    mutating func receive(_ record: RunRecord) -> String
}

/// The options of a report that depend on its reader.
package struct ReportOptions: Sendable {
    /// The amount of detail that a report shows.
    package enum Verbosity: Sendable {
        /// The report has only the summary.
        case quiet
        /// The report has failures and the summary.
        case normal
        /// The report has everything, including passed pairs.
        case verbose
    }

    /// The amount of detail that the report shows.
    package var verbosity: Verbosity
    /// Whether the reader's terminal shows colours.
    package var hasColour: Bool
    /// The width of the terminal in columns.
    package var width: Int
    /// Returns the certificates that the evidence folder of a judgement keeps.
    ///
    /// The run sets this function; by default there are no certificates.
    package var certificates: @Sendable (String) -> [UInt8]? = { _ in nil }

    /// Earlier runs, oldest first; the report shows the changes since the latest of them.
    package var since: [EarlierJudgements] = []

    package init(verbosity: Verbosity = .normal, hasColour: Bool = false, width: Int = 88) {
        self.verbosity = verbosity
        self.hasColour = hasColour
        self.width = width
    }
}

/// The judgements of an earlier run and its name in reports.
package struct EarlierJudgements: Sendable {
    package let name: String
    package let judgements: [JudgementRecord]

    /// Each parameter sets the property of its name.
    package init(name: String, judgements: [JudgementRecord]) {
        (self.name, self.judgements) = (name, judgements)
    }
}
