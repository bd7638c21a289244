import Basics
import Process
import Runner
import ScenarioFormat

/// The programs that a command line names as parties, and how they are put before setups.
package struct AskedPrograms: Sendable {
    /// Folders of definitions that were named.
    package let folders: [String]
    /// How names reach loopback; as definitions say where there is none.
    package let names: [NameRoute]
    /// Those of the command after `--`; nil if they were not stated.
    private let abilities: [ClientAbility]?
    /// The words after `--`.
    package let command: [String]
    /// How long a party may take for a case; nil for each one's own time.
    package let deadline: Duration?
    /// Of standard error.
    private let colour: ColourChoice

    /// Each parameter is the property of its name.
    package init(
        folders: [String],
        names: [NameRoute],
        abilities: [ClientAbility]?,
        command: [String],
        deadline: Duration?,
        colour: ColourChoice
    ) {
        (self.folders, self.names, self.abilities) = (folders, names, abilities)
        (self.command, self.deadline, self.colour) = (command, deadline, colour)
    }

    /// Refuses words that only a program's command line has, as in `audit curl {url}`: without `--`
    /// they would be parties, and the program's options our own.
    ///
    /// - Parameter words: Those in front of `--`, the first the command's name.
    /// - Throws: usage, with the placeholder.
    package static func refusePlaceholders(in words: ArraySlice<String>) throws(Failure) {
        for placeholder in ClientPlaceholder.allCases.map({ "{\($0.rawValue)}" }) {
            guard words.contains(where: { $0.contains(placeholder) }) else { continue }
            throw Failure(
                .usage,
                "\(placeholder) stands in a program's command line, and that begins after --",
                help: "write it: hatpin \(words.first ?? "audit") … -- curl --cacert {ca} {url}"
            )
        }
    }

    /// The programs among the parties that a command line names, and the one after `--`.
    ///
    /// - Throws: usage, where there is no client of a name; invalid scenario, where a definition is
    ///   wrong, with all that is wrong with it on standard error.
    package func requested(among parties: [String]) throws -> [NamedClient] {
        let clients = try named(parties)
        return command.isEmpty ? clients : clients + [try bare()]
    }

    /// The programs among these parties.
    package func named(_ parties: [String]) throws -> [NamedClient] {
        let named = parties.filter(NamedClient.isMeant)
        guard !named.isEmpty else { return [] }
        let library = try ClientLibrary.inForce(named: folders)
        return try named.map { text in
            let isName = text.hasPrefix(NamedClient.prefix)
            let reference = isName ? String(text.dropFirst(NamedClient.prefix.count)) : text
            let client = try library.sound(reference, unknown: .usage, colour)
            return NamedClient(name: text, client: timed(client))
        }
    }

    /// A program with the time that the command line states, if it states one.
    private func timed(_ client: ClientDefinition) -> ClientDefinition {
        var client = client
        if let deadline { client.deadline = deadline }
        return client
    }

    /// The programs among these pairs that the command line does not name: cases fix them.
    ///
    /// - Throws: invalid scenario, where a definition is wrong.
    package func fixed(
        by pairs: [Pair],
        besides clients: [NamedClient]
    ) throws -> [NamedClient] {
        let names = Set(pairs.filter(\.party.isProgram).map(\.party.name))
        return try named(names.subtracting(clients.map(\.name)).sorted()).map { client in
            NamedClient(name: client.name, client: client.client, isFixed: true)
        }
    }

    /// The options that were given and decide what is judged, as a shell reads them.
    package var stated: [String] {
        folders.flatMap { ["--clients", $0] }
            + names.flatMap { ["--names", $0.rawValue] }
            + (abilities.map { ["--can", $0.map(\.rawValue).joined(separator: ",")] } ?? [])
            + (deadline.map { ["--timeout", "\($0 / .seconds(1))"] } ?? [])
    }

    private func bare() throws(Failure) -> NamedClient {
        do {
            let client = try ClientDefinition(command: command, abilities: abilities ?? [])
            return NamedClient(name: "-- " + client.command.written, client: timed(client))
        } catch {
            throw Failure(
                .usage,
                "the command after --: \(Shown.escaped(error.problem))",
                help: error.help.map(Shown.escaped)
            )
        }
    }
}
