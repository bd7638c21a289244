import Basics
import Reports

/// A report on audits, and the file that it is written to.
package struct AuditReportFile: Sendable {
    private let format: AuditFormat
    package let path: String

    /// Creates a report with these properties.
    package init(format: AuditFormat, path: String) {
        (self.format, self.path) = (format, path)
    }

    /// Whether the report is JSON, which shards need for merging.
    package var isJSON: Bool { format.name == AuditFormat.json.name }

    /// Checks that the file can be written, before the audit starts.
    package func prepare() throws(Failure) {
        try OutputFile.prepare(path)
    }

    /// Writes the report.
    package func write(_ results: AuditResults) throws(Failure) {
        try OutputFile.write(format.text(results), to: path)
    }
}
