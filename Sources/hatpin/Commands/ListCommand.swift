import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat

/// `hatpin list`: lists the cases, or a catalogue of words for scenario files.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the test cases, or the words that scenario files may use.",
        discussion: """
            Without arguments, the groups of cases are listed with their sizes. A selector or --filter \
            lists single cases, as hatpin run would select them; --cases lists all.

            These words list a catalogue instead: mutations, server-faults, violations, defects, \
            parties, profiles, reasons.

            --coverage lists the known attacks: covered by a case, impossible to test by a case, or open. \
            --format json writes an array with an object for each case.
            """
    )

    @OptionGroup var selection: SelectionOptions
    @Flag(help: "Show which known attacks the cases cover, and which are open.")
    var coverage = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var pages: PageOptions
    /// A hidden alias of `--format json`.
    @Flag(help: .hidden) var json = false
    @Flag(help: "List every selected case, not only groups.") var cases = false
    @Flag(help: "Write only the ids.") var ids = false
    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard coverage || pages.report.isEmpty else {
            throw ValidationError("--report needs --coverage")
        }
        guard let catalogue, let option = optionOnCases else { return }
        throw ValidationError(
            "\(option) selects cases; it has no effect on a catalogue (\(catalogue))"
        )
    }

    /// The catalogue that the only selector names, or nil if the selectors mean cases.
    private var catalogue: Catalogue? {
        guard selection.selectors.count == 1 else { return nil }
        return Catalogue(rawValue: selection.selectors[0])
    }

    /// The first given option that selects cases; such an option has no effect on a catalogue.
    private var optionOnCases: String? {
        let options = [
            ("--filter", selection.filter != nil), ("--scenarios", selection.scenarios != nil),
            ("--builtin", selection.builtin), ("--cases", cases), ("--coverage", coverage),
        ]
        return options.first { $0.1 }?.0
    }

    /// Whether the command lists groups of cases, which fit on a screen, instead of cases.
    private var isOfGroups: Bool { selection.isWhole && !cases && !ids && !isForPrograms }

    func run() async throws {
        if let catalogue {
            let report = CatalogueReport(catalogue)
            try StandardStream.output.write(
                isForPrograms ? report.json : report.text(isBrief: ids, hasColour: hasColour)
            )
        } else {
            try await list()
        }
    }

    private func list() async throws {
        let library = try await selection.request.library()
        try library.requireScenarios(colour.color)
        try selection.request.announce(library)
        let chosen = try selection.request.chosen(from: library)
        let scenarios = chosen.map(\.scenario)
        if coverage {
            let coverage = Coverage(of: scenarios)
            try pages.report.write(CoveragePage(coverage).document)
            let report = CoverageReport(coverage)
            let width = StandardStream.output.width ?? 88
            try StandardStream.output.write(
                isForPrograms ? report.json : report.text(hasColour: hasColour, width: width)
            )
        } else {
            try StandardStream.output.write(text(of: CaseList(scenarios)))
        }
        try library.endAsSound()
    }

    private func text(of list: CaseList) -> String {
        if isForPrograms { return list.json }
        if ids { return list.ids }
        if isOfGroups { return list.groups(hasColour: hasColour) }
        return list.text(hasColour: hasColour, width: StandardStream.output.width ?? .max)
    }

    private var hasColour: Bool { colour.hasColour(on: .output) }

    private var isForPrograms: Bool { json || output.format == .json }
}
