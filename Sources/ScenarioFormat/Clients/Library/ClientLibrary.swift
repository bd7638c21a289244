import Basics

/// The reason why a client cannot be had.
package enum ClientLookupError: Error, Hashable, Sendable {
    case unreadableFolder(String, RegularFile.Failure)
    /// No folder has a definition of this name; these are there.
    case unknown(String, known: [String])
    /// The definition is wrong.
    case unsound([Diagnostic])
}

/// Definitions in folders, found by name; an earlier folder's hide those of later ones.
package struct ClientLibrary: Sendable {
    /// As they are named.
    package let folders: [String]
    /// The folder below which programs are built, one folder for each client; nil for `.clients`
    /// beside the folder of the definition.
    private let builtRoot: String?
    /// The folder among them whose programs are not started; nil for none.
    private let untrusted: String?

    package init(folders: [String], untrusted: String? = nil, builtRoot: String? = nil) {
        self.untrusted = untrusted
        self.folders = folders.map { folder in
            // A path in a diagnostic has one slash.
            folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        }
        self.builtRoot = builtRoot
    }

    /// The names of all clients, sorted.
    package var names: [String] {
        get throws(ClientLookupError) { try files.map(\.name) }
    }

    /// The file of each client, sorted by name.
    package func readAll() throws(ClientLookupError) -> [ClientFile] {
        // Clients of one TLS library share the file of its words.
        var known: [String: LibraryWordsFile] = [:]
        return try files.map { read($0.path, inside: $0.folder, &known) }
    }

    /// The client of a name or, where the text has a slash or ends in `.yaml`, of a file.
    package func client(_ reference: String) throws(ClientLookupError) -> ClientDefinition {
        let file = try file(reference)
        guard let client = file.client else { throw .unsound(file.diagnostics) }
        return client
    }

    private func file(_ reference: String) throws(ClientLookupError) -> ClientFile {
        if reference.contains("/") || reference.hasSuffix(Self.ending) { return read(reference) }
        let files = try files
        guard let file = files.first(where: { $0.name == reference }) else {
            throw .unknown(reference, known: files.map(\.name))
        }
        return read(file.path, inside: file.folder)
    }

    /// The definition in a file, wherever that lies, with what is wrong with the words of its library.
    package func file(at path: String) -> ClientFile { read(path, inside: path.folder) }

    private static let ending = ".yaml"

    /// The file of each name.
    private var files: [(name: String, path: String, folder: String)] {
        get throws(ClientLookupError) {
            var files: [String: (path: String, folder: String)] = [:]
            for folder in folders {
                for entry in try entries(of: folder)
                where entry.hasSuffix(Self.ending) || entry.hasSuffix(".yml") {
                    // The reader refuses the other ending, so that such a file is not passed over.
                    let name = String(entry.prefix { $0 != "." })
                    if files[name] == nil { files[name] = ("\(folder)/\(entry)", folder) }
                }
            }
            return files.map { (name: $0.key, path: $0.value.path, folder: $0.value.folder) }
                .sorted { $0.name < $1.name }
        }
    }

    private func entries(of folder: String) throws(ClientLookupError) -> [String] {
        do throws(RegularFile.Failure) {
            return try RegularFile.names(in: folder).filter { !$0.hasPrefix(".") }
        } catch {
            throw .unreadableFolder(folder, error)
        }
    }

    private func read(_ path: String, inside folder: String? = nil) -> ClientFile {
        var known: [String: LibraryWordsFile] = [:]
        return read(path, inside: folder, &known)
    }

    /// The same where some files of words were read, by their paths.
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

    // MARK: Words of TLS libraries

    /// The folder of their files, in a folder of definitions.
    package static let libraryFolder = "Libraries"

    /// Every file of a TLS library's words in these folders.
    package func readLibraries() -> [LibraryWordsFile] {
        folders.flatMap { folder in
            let place = "\(folder)/\(Self.libraryFolder)"
            let names = (try? RegularFile.names(in: place)) ?? []
            return names.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }.sorted()
                .map { LibraryWordsFile(reading: "\(place)/\($0)") }
        }
    }

    /// Each TLS library that is known; of one name the first folder's.
    package var libraries: [LibraryWords] {
        var seen: Set<String> = []
        return readLibraries().compactMap(\.words).filter { seen.insert($0.library).inserted }
    }

    /// The file of the words of a client's TLS library, in the folder of its definition or the first
    /// that has them; nil where there are none.
    private func placeOfWords(of client: ClientDefinition?) -> String? {
        guard let client, let library = client.library else { return nil }
        let places = (client.file.map { [$0.folder] } ?? []) + folders
        return places.map { "\($0)/\(Self.libraryFolder)/\(library)\(Self.ending)" }
            .first { (try? RegularFile.resolved($0)) != nil }
    }
}

extension ClientDefinition {
    /// Sets what the file of its TLS library says.
    fileprivate mutating func settle(_ library: LibraryWords) {
        if messages == .library { libraryReasons = library.reasons }
        plain = library.plain == name ? nil : library.plain
        libraryTitle = library.shownName
    }

    /// Sets the folders that its placeholders name: programs run in folders of their own, so that
    /// both are paths from the file system's root.
    fileprivate mutating func settle(builtRoot: String?) {
        guard let file, let path = try? RegularFile.resolved(file.folder) else { return }
        folder = path
        built = (builtRoot ?? path.folder + "/.clients") + "/" + name
        command = command.settled(in: path)
        addressCommand = addressCommand?.settled(in: path)
        prepare = prepare.map { $0.settled(in: path) }
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
