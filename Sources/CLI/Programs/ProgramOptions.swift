import ArgumentParser
import ClientParties
import Clients
import FileFormat
import Programs
import Reports
import Runner
import Scenarios
import Surroundings

/// The programs that a command line names as parties, and how they are put before worlds.
struct ProgramOptions: ParsableArguments {
    @OptionGroup var definitions: ClientOptions

    @Option(
        help: ArgumentHelp(
            "How names reach loopback for programs: hosts, wrapper, proxy or command (default: as "
                + "their definitions say, the first that works).",
            valueName: "way"
        )
    )
    var names: [NameRoute] = []

    @Option(
        help: ArgumentHelp(
            "What the command behind -- can be asked besides names and a root: addresses, "
                + "http2, …, with commas between them.",
            valueName: "abilities"
        )
    )
    var can: AbilityList?

    /// The words behind `--`; see `withProgramWords`.
    @Option(name: .customLong(programWord), parsing: .unconditionalSingleValue, help: .hidden)
    var command: [String] = []

    private static let programWord = "program-word"

    /// Arguments with each word behind `--` as an option's value.
    ///
    /// The parser has positional arguments behind `--` only where a command has no list of others.
    static func withProgramWords(_ arguments: [String]) -> [String] {
        guard let terminator = arguments.firstIndex(of: "--") else { return arguments }
        let words = arguments[(terminator + 1)...].flatMap { ["--" + programWord, $0] }
        return arguments[..<terminator] + words
    }

    func validate() throws {
        guard can == nil || !command.isEmpty else {
            throw ValidationError(
                "--can goes with a command behind --; a definition says it itself"
            )
        }
    }

    /// The programs among the parties that a command line names, and the one behind `--`.
    ///
    /// - Throws: usage, where there is no client of a name; invalid scenario, where a definition is
    ///   wrong, with all that is wrong with it on standard error.
    func requested(among parties: [String], _ colour: ColourOptions) throws -> [NamedClient] {
        let clients = try named(parties, colour)
        return command.isEmpty ? clients : clients + [try bare()]
    }

    /// The programs among these parties.
    func named(_ parties: [String], _ colour: ColourOptions) throws -> [NamedClient] {
        let named = parties.filter(NamedClient.isMeant)
        guard !named.isEmpty else { return [] }
        let library = try definitions.library()
        return try named.map { text in
            let isName = text.hasPrefix(NamedClient.prefix)
            let reference = isName ? String(text.dropFirst(NamedClient.prefix.count)) : text
            let client = try library.sound(reference, unknown: .usage, colour)
            return NamedClient(name: text, client: client)
        }
    }

    /// The programs among these pairs that the command line does not name: cases fix them.
    ///
    /// - Throws: invalid scenario, where a definition is wrong.
    func fixed(
        by pairs: [Pair],
        besides clients: [NamedClient],
        _ colour: ColourOptions
    ) throws -> [NamedClient] {
        let names = Set(pairs.filter(\.party.isProgram).map(\.party.name))
        return try named(names.subtracting(clients.map(\.name)).sorted(), colour).map { client in
            NamedClient(name: client.name, client: client.client, isFixed: true)
        }
    }

    /// The options that were given and decide what is judged, as a shell reads them.
    var stated: [String] {
        definitions.clients.flatMap { ["--clients", $0] }
            + names.flatMap { ["--names", $0.rawValue] }
            + (can.map { ["--can", $0.abilities.map(\.rawValue).joined(separator: ",")] } ?? [])
    }

    private func bare() throws(Failure) -> NamedClient {
        do {
            let client = try ClientDefinition(command: command, abilities: can?.abilities ?? [])
            return NamedClient(name: "-- " + client.command.written, client: client)
        } catch {
            throw Failure(
                .usage,
                "the command behind --: \(Shown.escaped(error.problem))",
                help: error.help.map(Shown.escaped)
            )
        }
    }
}

/// The value of `--can`.
struct AbilityList: ExpressibleByArgument {
    let abilities: [ClientAbility]

    init?(argument: String) {
        let words = argument.split(separator: ",").map(String.init)
        abilities = words.compactMap(ClientAbility.init(rawValue:))
        guard abilities.count == words.count else { return nil }
    }

    static var allValueStrings: [String] { ClientAbility.allCases.map(\.rawValue) }
}

extension NameRoute: ExpressibleByArgument {}
