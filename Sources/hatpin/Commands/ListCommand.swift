import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat

/// `hatpin list`: what there is to run, and the words that scenario files may use.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the cases, or the words that scenario files may use.",
        discussion: """
            Without arguments, the folders of ids with their numbers of cases; --cases shows every case, \
            a selector or --filter those that it means.

            hatpin list mutations | behaviours | violations | defects | parties | profiles | \
            reasons shows a catalogue; anything else selects cases as hatpin run does. With --coverage, the rows of the \
            attack catalogue: those that cases cover, those that no scenario can have, and those \
            that are open. With --format json, an array of one object a line for each case.
            """
    )

    @OptionGroup var selection: SelectionOptions
    @Flag(help: "Show which rows of the attack catalogue the cases cover, and which are open.")
    var coverage = false
    @OptionGroup var output: OutputOptions
    @OptionGroup var pages: PageOptions
    /// The older name of `--format json`.
    @Flag(help: .hidden) var json = false
    @Flag(help: "Show every case that is selected, and not only groups of them.") var cases = false
    @Flag(help: "Write the ids only.") var ids = false
    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard coverage || pages.report.isEmpty else {
            throw ValidationError("--report is for --coverage")
        }
        guard let catalogue, let option = optionOnCases else { return }
        throw ValidationError("\(option) selects cases, and \(catalogue) are none")
    }

    /// The catalogue that the only selector names; nil where cases are meant.
    private var catalogue: Catalogue? {
        guard selection.selectors.count == 1 else { return nil }
        return Catalogue(rawValue: selection.selectors[0])
    }

    /// An option that was given and means nothing for a catalogue.
    private var optionOnCases: String? {
        let options = [
            ("--filter", selection.filter != nil), ("--scenarios", selection.scenarios != nil),
            ("--builtin", selection.builtin), ("--cases", cases), ("--coverage", coverage),
        ]
        return options.first { $0.1 }?.0
    }

    /// Whether groups of cases are shown, which fit on a screen.
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
