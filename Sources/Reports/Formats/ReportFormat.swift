/// A report format, as `--format` and `--report` name it.
///
/// ```swift
/// extension ReportFormat {
///     package static let badge = ReportFormat(
///         name: "badge",
///         about: "An SVG picture with the count of the most severe outcome.",
///         isForPrograms: true
///     ) { _ in BadgeReporter() }
/// }
/// ```
package struct ReportFormat: Sendable {
    /// The name on the command line, and a sentence on what the format contains.
    package let name, about: String
    /// Whether programs read the format, so that no other output may be mixed in.
    package let isForPrograms: Bool
    /// Makes a reporter for one run.
    package let reporter: @Sendable (ReportOptions) -> any Reporter

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: the name on the command line.
    ///   - about: a sentence on what the format contains.
    ///   - isForPrograms: whether no other output may be mixed in.
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

    /// All formats, one for each reporter in this folder.
    package static let catalogue: [ReportFormat] = [
        .human, .ndjson, .junit, .sarif, .gitlab, .markdown, .badge,
    ]

    /// The report for a person at a terminal.
    package static let human = ReportFormat(
        name: "human",
        about: "Failures as they come, then a summary.",
        isForPrograms: false
    ) { TerminalReporter(options: $0) }

    /// The report for programs.
    package static let ndjson = ReportFormat(
        name: "ndjson",
        about: "The run file: one JSON object a line.",
        isForPrograms: true
    ) { _ in JSONLinesReporter() }

    /// The report for CI services.
    package static let junit = ReportFormat(
        name: "junit",
        about: "JUnit XML, one test case for each verdict.",
        isForPrograms: true
    ) { _ in JUnitReporter() }

    /// Returns the format with this name.
    package static func named(_ name: String) -> ReportFormat? {
        catalogue.first { $0.name == name }
    }
}
