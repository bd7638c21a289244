import ArgumentParser
import CaseSelection
import Clients
import FileFormat
import Reports
import Sessions
import Surroundings

/// `hatpin lint`: what is wrong with scenario files, with places.
struct LintCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, github
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files and definitions of clients; nothing is run.",
        discussion: """
            Without paths, those in Scenarios and Clients here. A folder named Clients, and a file in \
            one, holds definitions of clients; all else is read as scenarios.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A folder of scenarios or of clients, or files in one.",
            valueName: "path"
        )
    )
    var paths: [String] = []
    @Option(
        help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder")
    )
    var scenarios: String?
    @OptionGroup var clients: ClientOptions
    @Option(help: "human, or github for annotations.") var format: Format = .human
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let library = try await library().adding(definitions)
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
        case .github:
            try StandardStream.output.write(diagnostics.annotations)
        }
        try StandardStream.error.write(library.verdict + "\n")
        if !library.isSound { throw ExitStatus(.invalidScenario) }
    }

    private func library() async throws(Failure) -> Library {
        let folders = clients.clients
        guard !paths.isEmpty else {
            return try await SelectionRequest(scenarios: scenarios, clientsIn: folders).library()
        }
        let others = paths.filter { !$0.isOfClients }
        return others.isEmpty ? .empty : try await Library.load(others, clientsIn: folders)
    }

    /// The definitions of clients among the paths, or those that are here.
    private var definitions: [ClientFile] {
        get throws(Failure) {
            let usual = ClientLibrary.usualFolder
            let here = scenarios == nil && Environment.exists(usual) ? [usual] : []
            let places = paths.isEmpty ? here : paths.filter(\.isOfClients)
            do throws(ClientLookupError) {
                var files: [ClientFile] = []
                for place in places {
                    files +=
                        place.hasSuffix(".yaml")
                        ? [ClientFile(reading: place)]
                        : try ClientLibrary(folders: [place]).readAll()
                }
                return files
            } catch {
                throw Failure(error, unknown: .nothingSelected)
            }
        }
    }
}

extension String {
    /// Whether it is a folder named `Clients`, or a file in one.
    fileprivate var isOfClients: Bool {
        let parts = split(separator: "/")
        let folder = hasSuffix(".yaml") ? parts.dropLast().last : parts.last
        return folder.map(String.init) == ClientLibrary.usualFolder
    }
}
