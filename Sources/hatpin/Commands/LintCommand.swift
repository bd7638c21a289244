import ArgumentParser
import Basics
import Reports
import ScenarioFormat

/// `hatpin lint`: what is wrong with scenario files, with places.
struct LintCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, github, gitlab, sarif
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files and definitions of clients; nothing is run.",
        discussion: """
            Without paths, those in Scenarios and Clients here. A file with the key scenario is a \
            scenario, one that begins with client: the definition of a client, one that begins with \
            library: the words of a TLS library. Where the keys do not say it, the folder does: \
            Scenarios, Clients, Clients/Libraries. Other YAML files of a folder are named and left alone.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A folder of scenarios or of clients, or files in one.",
            valueName: "path"
        )
    )
    var paths: [String] = []
    @Option(help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder"))
    var scenarios: String?
    @OptionGroup var clients: ClientOptions
    @Option(help: "human, github for annotations, gitlab, or sarif.") var format: Format = .human
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let files = LintedFiles(paths, scenarios: scenarios, clientsIn: clients.clients)
        let checked = try await files.check()
        let library = checked.library
        try tell(of: checked.others)
        guard library.files > 0 || !library.diagnostics.isEmpty else {
            throw Failure(
                .nothingSelected,
                "there is no scenario or definition in "
                    + (paths.isEmpty ? [library.root] : paths).map(Shown.escaped)
                    .joined(separator: ", "),
                help: "names of scenario files and definitions end in .yaml"
            )
        }
        let diagnostics = DiagnosticList(library.diagnostics)
        switch format {
        case .human:
            let hasColour = colour.hasColour(on: .output)
            try StandardStream.output.write(diagnostics.text(hasColour: hasColour))
            try StandardStream.output.annotateOnGitHub(diagnostics.issues)
        case .github:
            try StandardStream.output.annotate(diagnostics.issues)
        case .gitlab: try StandardStream.output.write(diagnostics.codeQuality)
        case .sarif: try StandardStream.output.write(diagnostics.sarif)
        }
        try StandardStream.error.write(library.verdict + "\n")
        try library.endAsSound()
    }

    /// Names files that were not checked, so that a misspelt first key is noticed.
    private func tell(of others: [String]) throws {
        guard !others.isEmpty else { return }
        let names = others.prefix(3).map(Shown.escaped).joined(separator: ", ")
        let rest = others.count > 3 ? " and " + Prose.count(others.count - 3, "other") : ""
        let verb = others.count == 1 ? "is" : "are"
        try StandardStream.error.write(
            "hatpin: \(names)\(rest) \(verb) neither a scenario (scenario: …) nor the definition of a "
                + "client (client: …), and not checked\n"
        )
    }
}
