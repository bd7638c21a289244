import Basics
import ScenarioFormat

/// A program, and what reports call it.
package struct NamedClient: Sendable {
    package let name: String
    package let client: ClientDefinition
    /// Whether a case fixes it and the command line does not name it: it may be missing.
    package let isFixed: Bool

    /// Whether it is the command after `--`.
    package var isBare: Bool { client.file == nil }

    /// Whether an audit tells it apart from its TLS library with the defaults.
    package var hasLibrary: Bool { !isBare && (client.plain != nil || client.like != nil) }

    /// Its definition as a file; nil for a bare command, and for one without known differences.
    package var definition: ClientFile? {
        client.known.isEmpty ? nil : client.file.map { ClientFile(reading: $0) }
    }

    package init(name: String, client: ClientDefinition, isFixed: Bool = false) {
        (self.name, self.client, self.isFixed) = (name, client, isFixed)
    }

    package static let prefix = PartyReference.programPrefix

    /// Whether an argument names a client: `client/NAME`, or the path of a definition.
    package static func isMeant(by text: String) -> Bool {
        text.hasPrefix(prefix) || text.hasSuffix(".yaml")
    }
}

extension PartyReference {
    /// Whether an argument names a party by a file: a definition, or a configuration in a setting.
    ///
    /// A party without files is known by its name alone.
    package static func isFile(_ text: String) -> Bool {
        let party = try? PartyReference(written: text)
        if NamedClient.isMeant(by: text) { return party?.program == nil }
        return party?.namesFiles ?? false
    }
}

extension [NamedClient] {
    /// The arguments that name them, as a shell reads them; a command after `--` stands last.
    package var words: String {
        let named = filter { !$0.isBare }.map { "--party " + Prose.shellQuoted($0.name) }
        return (named + filter(\.isBare).map(\.name)).joined(separator: " ")
    }

    /// Says on standard error which of them are not the built-in clients of their names.
    package func tellReplacements() throws(Failure) {
        for text in unique.compactMap(\.client.replacement) {
            try StandardStream.error.write("hatpin: \(Shown.escaped(text))\n")
        }
    }

    /// Each name once.
    package var unique: [NamedClient] {
        var seen: Set<String> = []
        return filter { seen.insert($0.name).inserted }
    }
}
