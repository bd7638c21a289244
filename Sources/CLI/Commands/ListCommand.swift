import ArgumentParser
import CaseSelection
import HTMLReports
import Manual
import Reports
import Requests
import Runner
import Scenarios
import Sessions
import Surroundings

/// `hatpin list`: what there is to run, and the words that scenario files may use.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the cases, or the words that scenario files may use.",
        discussion: """
            hatpin list mutations | behaviours | deviations | defects | parties | profiles | \
            reasons shows a catalogue; anything else selects cases as hatpin run does. With --coverage, the rows of the \
            attack catalogue: those that cases cover, those that no scenario can have, and those \
            that are open. With --format json, an array of one object a line.
            """
    )

    @OptionGroup var selection: SelectionOptions
    @Flag(help: "Show which rows of the attack catalogue the cases cover, and which are open.")
    var coverage = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var pages: PageOptions
    /// The older name of `--format json`.
    @Flag(help: .hidden) var json = false
    @Flag(help: "Write the ids only.") var ids = false
    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard coverage || pages.report.isEmpty else {
            throw ValidationError("--report is for --coverage")
        }
    }

    func run() async throws {
        if !coverage, selection.selectors.count == 1, let word = selection.selectors.first,
            let catalogue = Catalogue(rawValue: word)
        {
            guard selection.filter == nil else {
                throw ValidationError("--filter selects cases, and \(word) are none")
            }
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
        try library.requireSound(colour.color)
        try selection.request.announce(library)
        let chosen = try selection.request.chosen(among: library.choices(parties: nil))
        let scenarios = chosen.map(\.scenario)
        if coverage {
            let coverage = Coverage(of: scenarios)
            try pages.report.write(CoveragePage(coverage).document)
            let report = CoverageReport(coverage)
            let width = StandardStream.output.width ?? 88
            try StandardStream.output.write(
                isForPrograms ? report.json : report.text(hasColour: hasColour, width: width)
            )
            return
        }
        let report = CaseList(scenarios)
        let width = StandardStream.output.width ?? .max
        try StandardStream.output.write(
            isForPrograms
                ? report.json : ids ? report.ids : report.text(hasColour: hasColour, width: width)
        )
    }

    private var hasColour: Bool { colour.hasColour(on: .output) }

    private var isForPrograms: Bool { json || output.format == .json }
}
