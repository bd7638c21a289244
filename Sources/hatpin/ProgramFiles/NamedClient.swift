import Basics
import ScenarioFormat

/// A program, and its name in reports.
package struct NamedClient: Sendable {
    package let name: String
    package let client: ClientDefinition
    /// Whether only a case names the program, not the command line; such a program may be missing.
    package let isFixed: Bool

    /// Whether the program is the command after `--`.
    package var isBare: Bool { client.file == nil }

    /// The help for a program that is not installed.
    var installation: String {
        // The folders of definitions are searched for a name without `client/` or `server/`.
        let end = client.server == nil ? RelyingEnd.client : .server
        let own = name.hasPrefix(end.prefix) ? String(name.dropFirst(end.prefix.count)) : name
        let option = end == .server ? "--servers " : ""
        return "hatpin clients \(option)\(Prose.shellQuoted(own)) shows how to install it"
    }

    /// Whether the program's definition names a client with the same TLS library at its defaults.
    package var hasLibrary: Bool { !isBare && (client.plain != nil || client.like != nil) }

    /// The program's definition as a file, or nil for a bare command and for a client without known
    /// differences.
    package var definition: ClientFile? {
        client.known.isEmpty ? nil : client.file.map { ClientFile(reading: $0) }
    }

    package init(name: String, client: ClientDefinition, isFixed: Bool = false) {
        (self.name, self.client, self.isFixed) = (name, client, isFixed)
    }

    package static let prefix = PartyReference.programPrefix

    /// Whether an argument names a program: `client/NAME`, `server/NAME`, or the path of a
    /// definition.
    package static func isMeant(by text: String) -> Bool {
        RelyingEnd.allCases.contains { text.hasPrefix($0.prefix) } || text.hasSuffix(".yaml")
    }
}

extension PartyReference {
    /// Whether an argument names a party by a file: a definition, or a configuration in a setting.
    ///
    /// Other parties are identified by their name alone.
    package static func isFile(_ text: String) -> Bool {
        let party = try? PartyReference(written: text)
        if NamedClient.isMeant(by: text) { return party?.program == nil }
        return party?.namesFiles ?? false
    }
}

extension [NamedClient] {
    /// The arguments that name these programs, quoted for a shell; a command after `--` comes last.
    package var words: String {
        let named = filter { !$0.isBare }.map { "--party " + Prose.shellQuoted($0.name) }
        return (named + filter(\.isBare).map(\.name)).joined(separator: " ")
    }

    /// Reports on standard error which client definitions replace built-in definitions.
    package func reportReplacements() throws(Failure) {
        for text in unique.compactMap(\.client.replacement) {
            try StandardStream.error.write("hatpin: \(Shown.escaped(text))\n")
        }
    }

    /// The programs, each name once.
    package var unique: [NamedClient] {
        var seen: Set<String> = []
        return filter { seen.insert($0.name).inserted }
    }
}
