import ArgumentParser
import PKIX
import Reports
import Scenarios
import Surroundings

/// The values of `--keep`.
enum Keeping: String, CaseIterable, ExpressibleByArgument, Sendable {
    case never, failed, all
}

extension ReportFormat: ExpressibleByArgument {
    package init?(argument: String) {
        guard let format = Self.named(argument) else { return nil }
        self = format
    }

    package static var allValueStrings: [String] { catalogue.map(\.name) }

    package var defaultValueDescription: String { name }
}

/// A value of `--report`: a format and the file that it goes to.
struct ReportFile: ExpressibleByArgument, Sendable {
    let format: ReportFormat
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = ReportFormat(argument: String(parts[0])) else {
            return nil
        }
        self.format = format
        path = String(parts[1])
    }
}

/// How a run shows itself and what it leaves behind.
struct SessionSettings: Sendable {
    var format: ReportFormat
    var options: ReportOptions
    var reports: [ReportFile]
    var progress: Progress.Kind
    /// Where the run file and the evidence go.
    var state: StateFolder
    var keep: Keeping
    /// The number of runs that the state folder keeps, this one included.
    var keptRuns: Int
    var allowsEmpty: Bool
    /// The folder that ids are relative to.
    var root: String
    /// Where the fields of a case's world come from.
    var origins: @Sendable (Scenario) -> [FieldOrigin]
    /// The wall clock at the start.
    var started: Instant

    /// Whether the run can do without a state folder: standard output gets the run file, and
    /// nothing else is kept.
    var needsState: Bool {
        keep != .never || format.name != ReportFormat.ndjson.name || state.isNamed
    }
}
