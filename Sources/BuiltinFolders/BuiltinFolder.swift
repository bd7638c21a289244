// BuiltinFolders contains `Scenarios/`, `Clients/` and `Servers/` as they were when the command was
// built, so that every command works in any folder. A build plugin generates the archives; they are
// not committed.

/// A file of a built-in folder.
package struct BuiltinFile: Sendable {
    /// The path in the folder, such as `pins/leaf.yaml`.
    package let path: String
    /// The file's content in base64.
    package let base64: Substring.UTF8View
}

/// A folder of the repository that is part of the command.
package struct BuiltinFolder: Sendable {
    /// The folder's name in the repository.
    package let name: String
    /// A hexadecimal digest of the folder's content.
    package let version: String
    private let archive: StaticString

    /// The scenarios.
    package static let scenarios = BuiltinFolder(
        name: "Scenarios",
        version: EmbeddedScenarios.version.description,
        archive: EmbeddedScenarios.archive
    )

    /// The definitions of clients, and the programs that they start.
    package static let clients = BuiltinFolder(
        name: "Clients",
        version: EmbeddedClients.version.description,
        archive: EmbeddedClients.archive
    )

    /// The definitions of servers, and the programs that they start.
    package static let servers = BuiltinFolder(
        name: "Servers",
        version: EmbeddedServers.version.description,
        archive: EmbeddedServers.archive
    )

    /// Every file of the folder, sorted by path.
    package var files: [BuiltinFile] {
        var rest = Substring(archive.description)
        var files: [BuiltinFile] = []
        while let line = rest.firstIndex(of: "\n"),
            let space = rest[..<line].lastIndex(of: " "),
            let count = Int(rest[rest.index(after: space)..<line])
        {
            let path = String(rest[..<space])
            let content = rest[rest.index(after: line)...]
            let end = content.utf8.index(content.startIndex, offsetBy: count)
            files.append(BuiltinFile(path: path, base64: content[..<end].utf8))
            rest = content[end...].dropFirst()
        }
        return files
    }
}
