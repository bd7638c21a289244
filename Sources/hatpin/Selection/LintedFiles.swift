import Basics
import ScenarioFormat

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

    /// The files that were checked.
    package struct Checked: Sendable {
        package let library: Library
        /// YAML files of folders that are neither scenarios nor definitions, sorted.
        package let others: [String]
    }

    /// Checks the files, each by the rules of its kind.
    ///
    /// - Throws: nothing selected, where a path does not exist; environment, where files cannot be
    ///   read.
    package func check() async throws(Failure) -> Checked {
        if paths.isEmpty, scenarios == nil {
            try SelectionRequest.requireHere()
            try ClientLibrary.requireHere(ClientLibrary.usualFolder)
        }
        var kinds: [YAMLKind: Set<String>] = [:]
        for place in places {
            let isNamed = !Environment.exists(place + "/")
            for file in Discovery.yamlFiles(at: place) {
                kinds[YAMLKind(of: file, isNamed: isNamed), default: []].insert(file)
            }
        }
        let clientFiles = (kinds[.client] ?? []).sorted()
        let libraryFiles = (kinds[.libraryWords] ?? []).sorted()
        let others = (kinds[.other] ?? []).sorted()
        let library = try await scenarioLibrary(except: Set(clientFiles + libraryFiles + others))
        let definitions = clientFiles.map { ClientLibrary(folders: []).file(at: $0) }
        let words = libraryFiles.map { LibraryWordsFile(reading: $0) }
        var faults = definitions.flatMap(\.diagnostics) + words.flatMap(\.diagnostics)
        if definitions.contains(where: \.namesCases) {
            // Of some files it is not known which cases there are besides theirs.
            let suite =
                paths.isEmpty
                ? library : try await SelectionRequest(scenarios: scenarios).quietLibrary()
            faults += suite.idleSelectors(of: definitions)
        }
        return Checked(
            library: library.adding(definitions.count + words.count, faults),
            // hatpin config checks the options that a folder states.
            others: others.filter { !"/\($0)".hasSuffix("/hatpin.yaml") }
        )
    }

    /// The files and folders that are named, or the usual folders that are here.
    private var places: [String] {
        guard paths.isEmpty else { return paths }
        let usual =
            scenarios.map { [$0] } ?? [SelectionRequest.usualFolder, ClientLibrary.usualFolder]
        return usual.filter(Environment.exists)
    }

    private func scenarioLibrary(except others: Set<String>) async throws(Failure) -> Library {
        let suite = scenarios ?? SelectionRequest.usualFolder
        guard !paths.isEmpty || scenarios != nil || Environment.exists(suite) else {
            return try await SelectionRequest(clientsIn: clients).library()
        }
        return try await Library.load(
            paths.isEmpty ? [suite] : paths,
            except: others,
            isOfSuite: paths.isEmpty,
            clientsIn: clients
        )
    }
}

/// The kind of a YAML file.
private enum YAMLKind: Hashable {
    case scenario, client, libraryWords, other

    /// The kind that the file's keys say, else its folder; a file that is named is a scenario where
    /// neither says another.
    init(of path: String, isNamed: Bool) {
        let keys = TopLevelKey.all(in: (try? RegularFile.read(path, limit: 1 << 20)) ?? [])
        let first = keys.first
        let folders = ((try? RegularFile.resolved(path)) ?? path).split(separator: "/").dropLast()
        if keys.contains(where: { $0.name == "scenario" }) {
            self = .scenario
        } else if let first, first.hasText, first.name == "client" {
            self = .client
        } else if let first, first.hasText, first.name == "library" {
            self = .libraryWords
        } else if folders.last == ClientLibrary.usualFolder[...] {
            self = .client
        } else if folders.suffix(2) == [
            ClientLibrary.usualFolder[...], ClientLibrary.libraryFolder[...],
        ] {
            self = .libraryWords
        } else if isNamed || keys.contains(where: { $0.name == "expect" })
            || folders.contains(where: { ["Scenarios", "scenarios"].contains($0) })
        {
            self = .scenario
        } else {
            self = .other
        }
    }
}

/// A key of the outermost mapping of a YAML file, found without reading the file as YAML: a draft may
/// be none.
private struct TopLevelKey {
    let name: Substring
    /// Whether text follows it on its line, and no mapping.
    let hasText: Bool

    static func all(in bytes: [UInt8]) -> [TopLevelKey] {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.compactMap { line in
            guard let colon = line.firstIndex(of: ":"), let first = line.first,
                first.isLetter || first == "\"" || first == "'"
            else { return nil }
            let value = line[colon...].dropFirst().drop { $0 == " " }
            let name = line[..<colon].filter { $0 != "\"" && $0 != "'" }
            let hasText = value.first.map { !"{#".contains($0) } ?? false
            return TopLevelKey(name: name[...], hasText: hasText)
        }
    }
}
