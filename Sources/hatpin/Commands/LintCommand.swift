import ArgumentParser
import Basics
import Reports
import ScenarioFormat

/// `hatpin lint`: reports mistakes in scenario files, definitions and rules, with line and column.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files, definitions of clients and rules for source code.",
        discussion: """
            No case is run. Without paths, the folders Scenarios, Clients and Rules of the working \
            directory are checked. The samples of rules are searched with ast-grep.

            The first key says what a file is: scenario, client, library (the messages of a TLS library) \
            or rule (for source code). Without such a key the folder decides: Scenarios, Clients or \
            Clients/Libraries. Other YAML files are listed, but not checked.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A folder of scenarios, definitions or rules, or files in such a folder.",
            valueName: "path"
        )
    )
    var paths: [String] = []
    @Option(help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder"))
    var scenarios: String?
    @Option(help: .clients) var clients: [String] = []
    @Option(help: "The format of findings; github writes annotations.")
    var format = FormatOf<DiagnosticList>.usual
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let files = LintedFiles(paths, scenarios: scenarios, clientsIn: clients)
        let checked = try await files.check()
        let library = checked.library
        try tell(of: checked.others)
        guard library.files > 0 || !library.diagnostics.isEmpty else {
            throw Failure(
                .nothingSelected,
                "there is no scenario, definition or rule in "
                    + (paths.isEmpty ? [library.root] : paths).map(Shown.escaped)
                    .joined(separator: ", "),
                help: "names of scenario files, definitions and rules end in .yaml"
            )
        }
        let diagnostics = DiagnosticList(library.diagnostics)
        let text = format.writer(diagnostics, colour.reportOptions())
        if format.isOfCommands {
            try StandardStream.output.writeAsIs(text)
        } else {
            try StandardStream.output.write(text)
        }
        if !format.isForPrograms { try StandardStream.output.annotateOnGitHub(diagnostics.issues) }
        try StandardStream.error.write(library.verdict + "\n")
        try library.endAsSound()
    }

    /// Reports files that were not checked, so that a misspelt first key is noticed.
    private func tell(of others: [String]) throws {
        guard !others.isEmpty else { return }
        let names = others.prefix(3).map(Shown.escaped).joined(separator: ", ")
        let rest = others.count > 3 ? " and " + Prose.count(others.count - 3, "other") : ""
        try StandardStream.error.write(
            "hatpin: did not check \(names)\(rest): a scenario begins with scenario:, "
                + "a definition with client:, server: or library:, a rule with rule:\n"
        )
    }
}
