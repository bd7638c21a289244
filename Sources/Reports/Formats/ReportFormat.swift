import Basics

/// A report format that `--format` and `--report` accept.
///
/// A format has a writer for each kind of results that it can write. Commands offer the formats
/// that can write their results.
///
/// ```swift
/// extension ReportFormat {
///     static let badge = ReportFormat(name: "badge", runs: { _ in BadgeReporter() })
/// }
/// ```
package struct ReportFormat: Sendable {
    /// The name on the command line.
    package let name: String
    /// Whether programs read the format, so that no other text may be mixed into the output.
    var isForPrograms = true
    /// Whether the report consists of commands to the CI service that reads the log.
    var isOfCommands = false
    var runs: RunRecord.Writer?
    var audits: AuditResults.Writer?
    var diagnostics: DiagnosticList.Writer?
    var visits: VisitRecord.Writer?
    var interceptions: InterceptEvent.Writer?

    /// All formats, in the order of help texts; the first is the default of `--format`.
    package static let catalogue = [
        human, ndjson, json, junit, github, sarif, gitlab, markdown, badge, html,
    ]

    /// Text for a person at a terminal, written as the results arrive.
    static let human = ReportFormat(
        name: "human",
        isForPrograms: false,
        runs: { TerminalReporter(options: $0) },
        diagnostics: { $0.text(hasColour: $1.hasColour) },
        visits: { ServeText($0, $1) },
        interceptions: { InterceptText(hasColour: $0.hasColour) }
    )

    /// One JSON object a line, written as the results arrive; for a run, the lines of its run file.
    package static let ndjson = ReportFormat(
        name: "ndjson",
        runs: { _ in JSONLinesReporter() },
        visits: { plan, _ in ServeLines(plan) },
        interceptions: { _ in InterceptLines() }
    )

    /// One JSON document.
    package static let json = ReportFormat(name: "json", audits: { AuditDocument($0).text })

    /// JUnit XML for CI services that show test cases.
    static let junit = ReportFormat(
        name: "junit",
        runs: { _ in JUnitReporter() },
        audits: { AuditJUnit($0).text }
    )

    /// Annotations of lines in files, as commands in the log of a GitHub Actions step.
    static let github = ReportFormat(
        name: "github",
        isOfCommands: true,
        diagnostics: { diagnostics, _ in
            Annotations(diagnostics.issues, in: Environment.folderInRepository).text
        }
    )

    /// SARIF 2.1.0 for code scanning services: accepted attacks, weaknesses and findings in files.
    static let sarif = ReportFormat(
        name: "sarif",
        runs: { _ in IssueReporter { SARIFDocument($0).text } },
        audits: { SARIFDocument(Issue.all(in: $0), notes: $0.notes).text },
        diagnostics: { diagnostics, _ in SARIFDocument(diagnostics.issues).text }
    )

    /// Accepted attacks, weaknesses and findings in GitLab's code quality format, which merge
    /// requests show.
    static let gitlab = ReportFormat(
        name: "gitlab",
        runs: { _ in IssueReporter { CodeQualityDocument($0).text } },
        audits: { CodeQualityDocument(Issue.all(in: $0) + $0.inForce.map(Issue.init)).text },
        diagnostics: { diagnostics, _ in CodeQualityDocument(diagnostics.issues).text }
    )

    /// Markdown for the summary pages of CI services.
    static let markdown = ReportFormat(
        name: "markdown",
        runs: { _ in MarkdownReporter() },
        audits: { IssueTable(Issue.all(in: $0), notes: $0.notes).text }
    )

    /// A picture for a README.
    static let badge = ReportFormat(name: "badge", runs: { _ in BadgeReporter() })

    /// One web page.
    static let html = ReportFormat(
        name: "html",
        runs: { RunReporter(options: $0) },
        audits: { AuditPage(results: $0).document }
    )
}

/// A kind of results that some formats write.
package protocol Reportable: SendableMetatype {
    /// The function that writes results of this kind in one format.
    associatedtype Writer: Sendable

    /// Returns the writer of a format; nil if the format does not write results of this kind.
    static func writer(of format: ReportFormat) -> Writer?
}

extension RunRecord: Reportable {
    /// Makes a reporter for one run.
    package typealias Writer = @Sendable (ReportOptions) -> any Reporter

    package static func writer(of format: ReportFormat) -> Writer? { format.runs }
}

extension AuditResults: Reportable {
    /// Makes the whole report.
    package typealias Writer = @Sendable (AuditResults) -> String

    package static func writer(of format: ReportFormat) -> Writer? { format.audits }
}

extension DiagnosticList: Reportable {
    /// Makes the whole report.
    package typealias Writer = @Sendable (DiagnosticList, ReportOptions) -> String

    package static func writer(of format: ReportFormat) -> Writer? { format.diagnostics }
}

extension VisitRecord: Reportable {
    /// Makes a reporter for the visits of a service.
    package typealias Writer = @Sendable (ServePlan, ReportOptions) -> any VisitReporter

    package static func writer(of format: ReportFormat) -> Writer? { format.visits }
}

extension InterceptEvent: Reportable {
    /// Makes a reporter for the events of a proxy.
    package typealias Writer = @Sendable (ReportOptions) -> any InterceptReporter

    package static func writer(of format: ReportFormat) -> Writer? { format.interceptions }
}

/// A format that can write one kind of results.
package struct FormatOf<Results: Reportable>: Sendable {
    private let format: ReportFormat
    /// Writes the results.
    package let writer: Results.Writer

    private init?(_ format: ReportFormat) {
        guard let writer = Results.writer(of: format) else { return nil }
        (self.format, self.writer) = (format, writer)
    }

    /// The formats that can write this kind of results, in the order of the catalogue.
    package static var all: [FormatOf] { ReportFormat.catalogue.compactMap(FormatOf.init) }

    /// The names of these formats, as in `human, json or html`.
    package static var names: String {
        let names = all.map(\.name)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// The format that is used if the command line names no format.
    package static var usual: FormatOf { all[0] }

    /// Returns the format with this name; nil if it cannot write this kind of results.
    package static func named(_ name: String) -> FormatOf? { all.first { $0.name == name } }

    /// The name on the command line.
    package var name: String { format.name }

    /// Whether programs read the format, so that no other text may be mixed into the output.
    package var isForPrograms: Bool { format.isForPrograms }

    /// Whether the report consists of commands to the CI service that reads the log.
    package var isOfCommands: Bool { format.isOfCommands }
}
