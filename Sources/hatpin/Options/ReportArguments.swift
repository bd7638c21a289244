import ArgumentParser
import Basics
import Reports

extension Keeping: ExpressibleByArgument {}
extension PageFile: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {
    package init?(argument: String) {
        guard let format = Self.all.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    private static let all = catalogue + [html]

    package static var allValueStrings: [String] { all.map(\.name) }

    package var defaultValueDescription: String { name }
}

extension ReportFile: ExpressibleByArgument {
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = ReportFormat(argument: String(parts[0])) else {
            return nil
        }
        self.init(format: format, path: String(parts[1]))
    }
}

extension AuditReportFile: ExpressibleByArgument {
    private static let formats = [AuditFormat.html] + AuditFormat.catalogue

    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let format = Self.formats.first(where: { $0.name == parts[0] })
        else { return nil }
        self.init(format: format, path: parts[1])
    }
}

/// Refuses two reports in the same file, because one would overwrite the other, and a report on
/// standard output.
///
/// Devices other than standard output accept any number of reports.
func requireOwnFiles(_ paths: [String]) throws(ValidationError) {
    guard paths.count(where: OutputFile.isStandardOutput) < 2 else {
        throw ValidationError("two reports go to standard output: write one to a file")
    }
    var seen: Set<String> = []
    let files = paths.filter { !$0.hasPrefix("/dev/") }
    guard let path = files.first(where: { !seen.insert($0).inserted }) else { return }
    throw ValidationError("two reports go to \(Shown.escaped(path)): write each to its own file")
}

/// A report of a run or of an audit, since `merge` joins the shards of either.
struct MergedReport: ExpressibleByArgument {
    let run: ReportFile?
    let audit: AuditReportFile?

    var path: String { run?.path ?? audit?.path ?? "" }

    init?(argument: String) {
        (run, audit) = (ReportFile(argument: argument), AuditReportFile(argument: argument))
        guard run != nil || audit != nil else { return nil }
    }
}
