import Basics
import Reports

/// A report on results, and the file that it is written to, as `--report FORMAT=FILE` names them.
package struct ReportFile<Results: Reportable>: Sendable {
    package let format: FormatOf<Results>
    package let path: String

    /// Parses `FORMAT=FILE`; returns nil for any other text.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = FormatOf<Results>.named(String(parts[0])) else {
            return nil
        }
        (self.format, path) = (format, String(parts[1]))
    }

    /// Checks that the file can be written, before the work starts.
    package func prepare() throws(Failure) { try OutputFile.prepare(path) }
}

extension ReportFile<AuditResults> {
    /// Whether the report is JSON, which shards need for merging.
    package var isJSON: Bool { format.name == ReportFormat.json.name }

    /// Writes the report.
    package func write(_ results: AuditResults) throws(Failure) {
        try OutputFile.write(format.writer(results), to: path)
    }
}

extension ReportFile<RunRecord> {
    /// Writes the report on a remote client's run.
    ///
    /// A report is about one run, so later remote clients get their own files: `results-2.xml`
    /// next to `results.xml`.
    package func write(_ records: [RunRecord], ofRemoteClient number: Int) throws(Failure) {
        var reporter = format.writer(ReportOptions(hasColour: false, width: 100))
        let text = records.map { reporter.receive($0) }.joined()
        let isOne = number == 1 || OutputFile.isStandardOutput(path)
        try OutputFile.write(text, to: isOne ? path : path.numbered(number))
    }
}

extension String {
    /// Returns the path with a number inserted before the file extension.
    fileprivate func numbered(_ number: Int) -> String {
        let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
        let end = self[start...].dropFirst().lastIndex(of: ".") ?? endIndex
        return self[..<end] + "-\(number)" + self[end...]
    }
}
