/// A kind of report, as `--format` and `--report` name it.
///
/// ```swift
/// extension ReportFormat {
///     package static let badge = ReportFormat(
///         name: "badge",
///         about: "An SVG picture with the highest severity's count.",
///         isForPrograms: true
///     ) { _ in BadgeReporter() }
/// }
/// ```
package struct ReportFormat: Sendable {
    /// The word for the command line, and what it gives.
    package let name, about: String
    /// Whether programs read it, so that nothing else may stand in between.
    package let isForPrograms: Bool
    /// Makes a reporter for one run.
    package let reporter: @Sendable (ReportOptions) -> any Reporter

    /// - Parameters:
    ///   - name: the word for the command line.
    ///   - about: a sentence.
    ///   - isForPrograms: whether nothing else may stand in between.
    ///   - reporter: makes a reporter for one run.
    package init(
        name: String,
        about: String,
        isForPrograms: Bool,
        reporter: @escaping @Sendable (ReportOptions) -> any Reporter
    ) {
        (self.name, self.about, self.isForPrograms) = (name, about, isForPrograms)
        self.reporter = reporter
    }

    /// One entry for each file of a reporter in this folder.
    package static let catalogue: [ReportFormat] = [
        .human, .ndjson, .junit, .sarif, .gitlab, .markdown, .badge,
    ]

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
