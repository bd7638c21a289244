import Clients
import FileFormat
import Surroundings

/// The files that `hatpin lint` checks: scenarios, definitions of clients, words of TLS libraries.
package struct LintedFiles: Sendable {
    private let paths: [String]
    private let scenarios: String?
    private let clients: [String]

    /// - Parameters:
    ///   - paths: files and folders; none for those that are here.
    ///   - scenarios: the folder that ids are relative to; nil for the usual one.
    ///   - clients: folders of definitions that were named.
    package init(_ paths: [String], scenarios: String?, clientsIn clients: [String]) {
        (self.paths, self.scenarios, self.clients) = (paths, scenarios, clients)
    }

    private func scenarioLibrary() async throws(Failure) -> Library {
        guard !paths.isEmpty else {
            return try await SelectionRequest(scenarios: scenarios, clientsIn: clients).library()
        }
        let others = paths.filter { !$0.isOfClients && !$0.isOfLibraries }
        return others.isEmpty ? .empty : try await Library.load(others, clientsIn: clients)
    }

    /// The scenarios, and the definitions of clients and the words of TLS libraries beside them.
    ///
    /// - Throws: nothing selected, where a path does not exist; environment, where files cannot be
    ///   read.
    package func library() async throws(Failure) -> Library {
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
    /// Whether it is a folder named `Clients`, or the file of a client: its first key says so, or else its
    /// folder.
    fileprivate var isOfClients: Bool {
        let parts = split(separator: "/")
        guard hasSuffix(".yaml") else {
            return parts.last.map(String.init) == ClientLibrary.usualFolder
        }
        switch firstKey {
        case "client": return true
        case "scenario": return false
        default: return parts.dropLast().last.map(String.init) == ClientLibrary.usualFolder
        }
    }

    /// The first word of the file at this path that is no comment; empty where there is none.
    private var firstKey: Substring {
        let text = String(decoding: (try? Files.read(self)) ?? [], as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first { !"#-".contains($0.first ?? "#") }
        return line?.prefix { $0 != ":" } ?? ""
    }

    /// Whether it is a file in the folder `Libraries` of a folder named `Clients`.
    fileprivate var isOfLibraries: Bool {
        let folders = split(separator: "/").dropLast().map(String.init)
        let usual = [ClientLibrary.usualFolder, ClientLibrary.libraryFolder]
        return hasSuffix(".yaml") && folders.suffix(2) == usual[...]
    }
}
