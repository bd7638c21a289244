import Basics
import Reports

/// A report on audits, and the file that it goes to.
package struct AuditReportFile: Sendable {
    private let format: AuditFormat
    package let path: String

    /// Each parameter is the property of its name.
    package init(format: AuditFormat, path: String) {
        (self.format, self.path) = (format, path)
    }

    /// Whether it is for programs, as merging shards needs it.
    package var isJSON: Bool { format.name == AuditFormat.json.name }

    /// Sees to it that the file can be written, which is told before the audit.
    package func prepare() throws(Failure) {
        try OutputFile.prepare(path)
    }

    /// Writes the report.
    package func write(_ results: AuditResults) throws(Failure) {
        try OutputFile.write(format.text(results), to: path)
    }
}
