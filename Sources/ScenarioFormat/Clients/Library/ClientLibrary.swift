import Basics

/// The reason why a client is not available.
package enum ClientLookupError: Error, Hashable, Sendable {
    case unreadableFolder(String, FileError)
    /// No folder has a definition of this name; `known` are the names that exist.
    case unknown(String, of: RelyingEnd, known: [String])
    /// The definition has errors.
    case unsound([Diagnostic])
}

/// Client definitions in folders, found by name.
///
/// A definition in an earlier folder hides a definition of the same name in a later folder.
package struct ClientLibrary: Sendable {
    /// The folders as they were named.
    package let folders: [String]
    /// The folder in which programs are built, with one subfolder for each client; nil for the
    /// folder `.clients` next to the folder of the definition.
    private let builtRoot: String?
    /// The folder whose programs Hatpin may not run; nil for none.
    private let untrusted: String?
    /// Whether the programs are clients or servers.
    private let end: RelyingEnd
    /// The folders in which TLS libraries are looked up besides `folders`.
    private let others: [String]

    package init(
        folders: [String],
        of end: RelyingEnd = .client,
        librariesIn others: [String] = [],
        untrusted: String? = nil,
        builtRoot: String? = nil
    ) {
        (self.end, self.others) = (end, others)
        self.untrusted = untrusted
        self.folders = folders.map { folder in
            // Diagnostics print paths with single slashes.
            folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        }
        self.builtRoot = builtRoot
    }

    /// The names of all clients, sorted.
    package var names: [String] {
        get throws(ClientLookupError) { try files.map(\.name) }
    }

    /// Returns the file of each client, sorted by name.
    package func readAll() throws(ClientLookupError) -> [ClientFile] {
        // Clients with the same TLS library share the file of its messages.
        var known: [String: LibraryWordsFile] = [:]
        return try files.map { read($0.path, inside: $0.folder, &known) }
    }

    /// Returns the client of a name, or of a file if the text has a slash or ends in `.yaml`.
    package func client(_ reference: String) throws(ClientLookupError) -> ClientDefinition {
        let file = try file(reference)
        guard let client = file.client else { throw .unsound(file.diagnostics) }
        return client
    }

    private func file(_ reference: String) throws(ClientLookupError) -> ClientFile {
        if reference.contains("/") || reference.hasSuffix(Self.ending) { return read(reference) }
        let files = try files
        guard let file = files.first(where: { $0.name == reference }) else {
            throw .unknown(reference, of: end, known: files.map(\.name))
        }
        return read(file.path, inside: file.folder)
    }

    /// Returns the definition at a path, with the faults of the file of its TLS library.
    package func file(at path: String) -> ClientFile { read(path, inside: path.folder) }

    private static let ending = ".yaml"

    /// The file of each name.
    private var files: [(name: String, path: String, folder: String)] {
        get throws(ClientLookupError) {
            var files: [String: (path: String, folder: String)] = [:]
            for folder in folders {
                for entry in try entries(of: folder)
                where entry.hasSuffix(Self.ending) || entry.hasSuffix(".yml") {
                    // The reader refuses the extension .yml, so that such a file is not ignored
                    // silently.
                    let name = String(entry.prefix { $0 != "." })
                    if files[name] == nil { files[name] = ("\(folder)/\(entry)", folder) }
                }
            }
            return files.map { (name: $0.key, path: $0.value.path, folder: $0.value.folder) }
                .sorted { $0.name < $1.name }
        }
    }

    private func entries(of folder: String) throws(ClientLookupError) -> [String] {
        do throws(FileError) {
            return try Files.names(in: folder).map(\.name).filter { !$0.hasPrefix(".") }
        } catch {
            throw .unreadableFolder(folder, error)
        }
    }

    private func read(_ path: String, inside folder: String? = nil) -> ClientFile {
        var known: [String: LibraryWordsFile] = [:]
        return read(path, inside: folder, &known)
    }

    /// Reads a definition; `known` caches the files with libraries' messages, by path.
    private func read(
        _ path: String,
        inside folder: String?,
        _ known: inout [String: LibraryWordsFile]
    ) -> ClientFile {
        var file = ClientFile(reading: path, inside: folder)
        file.client?.settle(builtRoot: builtRoot)
        if let folder, folder == untrusted { file.client?.isTrusted = false }
        if let place = placeOfWords(of: file.client) {
            let words = known[place] ?? LibraryWordsFile(reading: place)
            known[place] = words
            if let library = words.words { file.client?.settle(library) }
            file.add(words.diagnostics)
        }
        return file
    }

    // MARK: TLS libraries

    /// The subfolder for TLS libraries in a folder of definitions.
    package static let libraryFolder = "Libraries"

    /// Returns the files of all TLS libraries in `folders`.
    package func readLibraries() -> [LibraryWordsFile] {
        folders.flatMap { folder in
            let place = "\(folder)/\(Self.libraryFolder)"
            let names = (try? Files.entries(of: place)) ?? []
            return names.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }.sorted()
                .map { LibraryWordsFile(reading: "\(place)/\($0)") }
        }
    }

    /// All known TLS libraries; earlier folders take precedence.
    package var libraries: [LibraryWords] {
        var seen: Set<String> = []
        return readLibraries().compactMap(\.words).filter { seen.insert($0.library).inserted }
    }

    /// Returns the path of the file of a client's TLS library; nil if no folder contains the file.
    ///
    /// The folder of the client's definition is searched first, then `folders`, then `others`.
    private func placeOfWords(of client: ClientDefinition?) -> String? {
        guard let client, let library = client.library else { return nil }
        let places = (client.file.map { [$0.folder] } ?? []) + folders + others
        return places.map { "\($0)/\(Self.libraryFolder)/\(library)\(Self.ending)" }
            .first { (try? Files.absolute($0)) != nil }
    }
}

extension ClientDefinition {
    /// Applies the file of the client's TLS library.
    fileprivate mutating func settle(_ library: LibraryWords) {
        if messages == .library { libraryReasons = library.reasons }
        plain = library.plain == name ? nil : library.plain
        libraryTitle = library.shownName
    }

    /// Sets the folders for placeholders, as absolute paths, because programs run in other folders.
    fileprivate mutating func settle(builtRoot: String?) {
        guard let file, let path = try? Files.absolute(file.folder) else { return }
        folder = path
        built = (builtRoot ?? path.folder + "/.clients") + "/" + name
        command = command.settled(in: path)
        addressCommand = addressCommand?.settled(in: path)
        prepare = prepare.map { $0.settled(in: path) }
        poke = poke?.settled(in: path)
        if let reload = server?.reload { server?.reload = reload.settled(in: path) }
        worker = worker?.settled(in: path)
        if case .command(let command, let pattern)? = version {
            version = .command(command.settled(in: path), pattern)
        }
    }
}

extension String {
    /// The folder of a path.
    var folder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
