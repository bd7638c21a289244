import Basics
import Process
import Runner
import ScenarioFormat

/// The programs that a command line names as parties, and how they are run.
package struct AskedPrograms: Sendable {
    /// The further folders of definitions.
    package let folders: [String]
    /// The ways to redirect host names; if empty, each definition says its own.
    package let names: [NameRoute]
    /// The abilities of the command after `--`, or nil if none are given.
    private let abilities: [ClientAbility]?
    /// The words after `--`.
    package let command: [String]
    /// The time limit of a party for a case, or nil for its own limit.
    package let deadline: Duration?
    /// The colours of standard error.
    private let colour: ColourChoice

    /// Creates a value with these properties.
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

    /// Refuses placeholders before `--`, as in `audit curl {url}`: there the program's words would
    /// be parties, and its options Hatpin's.
    ///
    /// - Parameter words: the words before `--`, the first of which is the command's name.
    /// - Throws: usage, with the placeholder.
    package static func refusePlaceholders(in words: ArraySlice<String>) throws(Failure) {
        for placeholder in ClientPlaceholder.allCases.map({ "{\($0.rawValue)}" }) {
            guard words.contains(where: { $0.contains(placeholder) }) else { continue }
            throw Failure(
                .usage,
                "\(placeholder) belongs to a program's command line, which begins after --",
                help: "write it: hatpin \(words.first ?? "audit") … -- curl --cacert {ca} {url}"
            )
        }
    }

    /// Returns the programs among the parties of a command line, and the one after `--`.
    ///
    /// - Throws: usage, for an unknown client; invalid scenario, for a definition with mistakes,
    ///   which are shown on standard error.
    package func requested(among parties: [String]) throws -> [NamedClient] {
        let clients = try named(parties)
        return command.isEmpty ? clients : clients + [try bare()]
    }

    /// Returns the programs among these parties.
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

    /// Returns a program with the time limit of the command line, if one was given.
    private func timed(_ client: ClientDefinition) -> ClientDefinition {
        var client = client
        if let deadline { client.deadline = deadline }
        return client
    }

    /// Returns the programs that only these pairs name, not the command line.
    ///
    /// - Throws: invalid scenario, for a definition with mistakes.
    package func fixed(
        by pairs: [Pair],
        besides clients: [NamedClient]
    ) throws -> [NamedClient] {
        let names = Set(pairs.filter(\.party.isProgram).map(\.party.name))
        return try named(names.subtracting(clients.map(\.name)).sorted()).map { client in
            NamedClient(name: client.name, client: client.client, isFixed: true)
        }
    }

    /// The given options that affect verdicts, quoted for a shell.
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
