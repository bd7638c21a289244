import ArgumentParser
import Basics
import Reports

extension Keeping: ExpressibleByArgument {}
extension PageFile: ExpressibleByArgument {}

extension FormatOf: ExpressibleByArgument {
    package init?(argument: String) {
        guard let format = Self.named(argument) else { return nil }
        self = format
    }

    package static var allValueStrings: [String] { all.map(\.name) }

    package var defaultValueDescription: String { name }
}

extension ReportFile: ExpressibleByArgument {}

/// Refuses two reports in the same file, because one report would overwrite the other, and refuses
/// two reports on standard output.
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
    let run: ReportFile<RunRecord>?
    let audit: ReportFile<AuditResults>?

    var path: String { run?.path ?? audit?.path ?? "" }

    init?(argument: String) {
        (run, audit) = (ReportFile(argument: argument), ReportFile(argument: argument))
        guard run != nil || audit != nil else { return nil }
    }
}
