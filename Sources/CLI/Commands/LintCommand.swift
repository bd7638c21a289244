import ArgumentParser
import CaseSelection
import FileFormat
import Reports
import Surroundings

/// `hatpin lint`: what is wrong with scenario files, with places.
struct LintCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, github
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files; nothing is run."
    )

    @Argument(help: ArgumentHelp("A folder of scenarios, or files in one.", valueName: "path"))
    var paths: [String] = []
    @Option(
        help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder")
    )
    var scenarios: String?
    @Option(help: "human, or github for annotations.") var format: Format = .human
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let library =
            paths.isEmpty
            ? try await SelectionRequest(scenarios: scenarios).library()
            : try await Library.load(paths)
        guard library.files > 0 || !library.diagnostics.isEmpty else {
            throw Failure(
                .nothingSelected,
                "there is no scenario file in "
                    + (paths.isEmpty ? [library.root] : paths).map(Shown.escaped)
                    .joined(separator: ", "),
                help: "names of scenario files end in .yaml"
            )
        }
        let diagnostics = DiagnosticList(library.diagnostics)
        switch format {
        case .human:
            let hasColour = colour.hasColour(on: .output)
            try StandardStream.output.write(diagnostics.text(hasColour: hasColour))
        case .github:
            try StandardStream.output.write(diagnostics.annotations)
        }
        try StandardStream.error.write(library.verdict + "\n")
        if !library.isSound { throw ExitStatus(.invalidScenario) }
    }
}
