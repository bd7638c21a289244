import ArgumentParser
import Reports
import Sessions

extension Keeping: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {
    package init?(argument: String) {
        guard let format = Self.named(argument) else { return nil }
        self = format
    }

    package static var allValueStrings: [String] { catalogue.map(\.name) }

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
