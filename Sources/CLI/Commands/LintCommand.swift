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
    @Option(
        help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder")
    )
    var scenarios: String?
    @OptionGroup var clients: ClientOptions
    @Option(help: "human, github for annotations, gitlab, or sarif.") var format: Format = .human
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let library = try await library()
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
        case .gitlab: try StandardStream.output.write(diagnostics.codeQuality)
        case .sarif: try StandardStream.output.write(diagnostics.sarif)
        }
        try StandardStream.error.write(library.verdict + "\n")
        if !library.isSound { throw ExitStatus(.invalidScenario) }
    }

    private func scenarioLibrary() async throws(Failure) -> Library {
        let folders = clients.clients
        guard !paths.isEmpty else {
            return try await SelectionRequest(scenarios: scenarios, clientsIn: folders).library()
        }
        let others = paths.filter { !$0.isOfClients && !$0.isOfLibraries }
        return others.isEmpty ? .empty : try await Library.load(others, clientsIn: folders)
    }

    /// The scenarios, and the definitions of clients and the words of TLS libraries beside them.
    private func library() async throws(Failure) -> Library {
        let library = try await scenarioLibrary()
        let definitions = try definitions
        let words = words
        var faults = definitions.flatMap(\.diagnostics) + words.flatMap(\.diagnostics)
        if definitions.contains(where: \.namesCases) {
            // Of some files it is not known which cases there are besides theirs.
            let suite =
                paths.isEmpty
                ? library : try await SelectionRequest(scenarios: scenarios).quietLibrary()
            faults += suite.idleSelectors(of: definitions)
        }
        return library.adding(definitions.count + words.count, faults)
    }

    /// The folders and files of clients among the paths, or the folder that is here.
    private var clientPlaces: [String] {
        let usual = ClientLibrary.usualFolder
        let here = scenarios == nil && Environment.exists(usual) ? [usual] : []
        return paths.isEmpty ? here : paths.filter(\.isOfClients)
    }

    /// The definitions of clients among the paths, or those that are here.
    private var definitions: [ClientFile] {
        get throws(Failure) {
            do throws(ClientLookupError) {
                var files: [ClientFile] = []
                for place in clientPlaces {
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

    /// The words of TLS libraries in those folders, and among the paths.
    private var words: [LibraryWordsFile] {
        let folders = clientPlaces.filter { !$0.hasSuffix(".yaml") }
        return ClientLibrary(folders: folders).readLibraries()
            + paths.filter(\.isOfLibraries).map { LibraryWordsFile(reading: $0) }
    }
}

extension String {
    /// Whether it is a folder named `Clients`, or a file in one.
    fileprivate var isOfClients: Bool {
        let parts = split(separator: "/")
        let folder = hasSuffix(".yaml") ? parts.dropLast().last : parts.last
        return folder.map(String.init) == ClientLibrary.usualFolder
    }

    /// Whether it is a file in the folder `Libraries` of a folder named `Clients`.
    fileprivate var isOfLibraries: Bool {
        let folders = split(separator: "/").dropLast().map(String.init)
        let usual = [ClientLibrary.usualFolder, ClientLibrary.libraryFolder]
        return hasSuffix(".yaml") && folders.suffix(2) == usual[...]
    }
}
