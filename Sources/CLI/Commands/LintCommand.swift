import ArgumentParser
import CaseSelection
import Clients
import FileFormat
import Reports
import Requests
import Sessions
import Surroundings

/// `hatpin lint`: what is wrong with scenario files, with places.
struct LintCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, github, gitlab, sarif
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files and definitions of clients; nothing is run.",
        discussion: """
            Without paths, those in Scenarios and Clients here. A folder named Clients, and a file in \
            one, holds definitions of clients, its folder Libraries the words of TLS libraries; all \
            else is read as scenarios.
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
        let library = try await files.library()
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
        if !library.isSound { throw ExitStatus(.invalidScenario) }
    }
}
