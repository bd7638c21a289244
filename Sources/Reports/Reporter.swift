// Reports turns what a run says into what its readers see. Events become records once; run files,
// the terminal and JUnit are functions of the records, so that a run file can be shown later as it
// was shown then. It judges nothing, and the only file it writes is the run file.

/// Makes a report of records.
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
    /// Takes the next record of a run and answers with the text that it adds to the report.
    mutating func receive(_ record: RunRecord) -> String
}

/// The reader's options.
package struct ReportOptions: Sendable {
    /// The amount of detail.
    package enum Verbosity: Sendable {
        /// The summary only.
        case quiet
        /// Failures and the summary.
        case normal
        /// Everything, also what passed.
        case verbose
    }

    /// The amount of detail.
    package var verbosity: Verbosity
    /// Whether the reader's terminal shows colours.
    package var hasColour: Bool
    /// In columns.
    package var width: Int
    /// The kept certificates of a judgement, by the folder of its evidence; none unless the run sets it.
    package var certificates: @Sendable (String) -> [UInt8]? = { _ in nil }

    /// The runs before, the oldest first; changes are told from the last of them.
    package var since: [EarlierJudgements] = []

    package init(verbosity: Verbosity = .normal, hasColour: Bool = false, width: Int = 88) {
        self.verbosity = verbosity
        self.hasColour = hasColour
        self.width = width
    }
}

/// The judgements of a run before, and what reports call it.
package struct EarlierJudgements: Sendable {
    package let name: String
    package let judgements: [JudgementRecord]

    /// Each parameter is the property of its name.
    package init(name: String, judgements: [JudgementRecord]) {
        (self.name, self.judgements) = (name, judgements)
    }
}
