import ArgumentParser
import Basics
import Process
import Runner
import ScenarioFormat
import TLS

/// The programs that a command line names as parties, and how they are run.
struct ProgramOptions: ParsableArguments {
    @Option(help: .clients) var clients: [String] = []

    @Option(
        help: ArgumentHelp(
            "How host names lead a program to this machine; hatpin manual clients describes each way "
                + "(default: the first way of its definition that works).",
            valueName: "way"
        )
    )
    var names: [NameRoute] = []

    @Option(
        help: ArgumentHelp(
            "What the command after -- can do beyond connecting to a host name, such as "
                + "redirects,http2. hatpin manual abilities lists the words.",
            valueName: "abilities"
        ),
        completion: .list(ClientAbility.ofClients.map(\.rawValue))
    )
    var can: AbilityList?

    @Option(
        help: ArgumentHelp(
            "The protocol that the command after -- speaks, such as imap or imap:implicit "
                + "(default: HTTPS). hatpin manual clients lists the protocols.",
            valueName: "protocol"
        ),
        completion: .list(ApplicationProtocol.catalogue.map(\.name))
    )
    var speaks: SpokenProtocol?

    @Option(
        help: ArgumentHelp(
            "What shows that the command after -- has accepted the server: token, or data for any "
                + "bytes inside TLS (default: token).",
            valueName: "witness"
        )
    )
    var witness: Witness?

    @Flag(
        help: """
            The command after -- is a server that requires client certificates. {port}, {cert}, \
            {key} and {ca} are its port, its own certificate and key, and the CAs of clients.
            """
    )
    var server = false

    @Option(
        help: ArgumentHelp(
            "The protocol in which Hatpin tests the server after --; hatpin manual servers lists the "
                + "protocols (default: http).",
            valueName: "protocol"
        ),
        completion: .list(ProbeProtocol.catalogue.map(\.name))
    )
    var probe: ProbeProtocol?

    @Option(
        help:
            "How long a client may take for a case, in seconds (default: as its definition says, or 5)."
    )
    var timeout: Double?

    /// The words after `--`; see `withProgramWords`.
    @Option(name: .customLong(programWord), parsing: .unconditionalSingleValue, help: .hidden)
    var command: [String] = []

    private static let programWord = "program-word"

    /// Returns the arguments with each word after `--` as the value of an option.
    ///
    /// The parser accepts positional arguments after `--` only if a command has no other list of
    /// arguments.
    static func withProgramWords(_ arguments: [String]) throws -> [String] {
        let terminator = arguments.firstIndex(of: "--") ?? arguments.endIndex
        try refusePlaceholders(in: arguments[..<terminator])
        let words = arguments[terminator...].dropFirst().flatMap { ["--" + programWord, $0] }
        return arguments[..<terminator] + words
    }

    func validate() throws {
        guard can == nil || !command.isEmpty else {
            throw ValidationError(
                "--can needs a command after --; a definition lists its own abilities"
            )
        }
        guard (speaks == nil && witness == nil) || !command.isEmpty else {
            throw ValidationError(
                "--speaks and --witness need a command after --; a definition states its own"
            )
        }
        guard !server || !command.isEmpty else {
            throw ValidationError("--server needs a command after --; server/NAME is a definition")
        }
        guard probe == nil || server else {
            throw ValidationError("--probe needs --server; a definition states its own")
        }
        guard !server || can == nil && speaks == nil && witness == nil else {
            throw ValidationError("--can, --speaks and --witness are about clients, not --server")
        }
        guard timeout.map({ $0 > 0 && $0 <= 3_600 }) != false else {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds")
        }
    }
}

extension ArgumentHelp {
    /// The text of `--clients`.
    static let clients = ArgumentHelp(
        "A folder of client definitions, or a folder that contains a folder Clients. Its "
            + "definitions override those in Clients in the working directory and the built-in "
            + "definitions, and its programs may start. Repeatable.",
        valueName: "folder"
    )
}

extension ProgramOptions {
    /// The time limit of a party for a case, or nil for the party's own limit.
    var deadline: Duration? { timeout.map { .milliseconds(Int64($0 * 1_000)) } }

    /// Refuses placeholders before `--`, as in `audit curl {url}`: without `--`, the program's
    /// words would count as parties, and its options as Hatpin's options.
    ///
    /// - Parameter words: the words before `--`, the first of which is the command's name.
    /// - Throws: a `usage` failure that names the placeholder.
    static func refusePlaceholders(in words: ArraySlice<String>) throws(Failure) {
        for placeholder in ClientPlaceholder.allCases.map({ "{\($0.rawValue)}" }) {
            guard words.contains(where: { $0.contains(placeholder) }) else { continue }
            throw Failure(
                .usage,
                "\(placeholder) belongs to a program's command line, which begins after --",
                help: "write it: hatpin \(words.first ?? "audit") … -- curl --cacert {ca} {url}"
            )
        }
    }

    /// Returns the programs among the parties of a command line, and the program after `--`.
    ///
    /// - Throws: a `usage` failure for an unknown client; the exit status `invalidScenario` for a
    ///   definition with mistakes, which are shown on standard error.
    func requested(among parties: [String], _ colour: ColourChoice) throws -> [NamedClient] {
        let clients = try named(parties, colour)
        return command.isEmpty ? clients : clients + [try bare()]
    }

    /// Returns the programs among these parties.
    func named(_ parties: [String], _ colour: ColourChoice) throws -> [NamedClient] {
        let named = parties.filter(NamedClient.isMeant)
        guard !named.isEmpty else { return [] }
        return try named.map { text in
            let end = RelyingEnd.allCases.first { text.hasPrefix($0.prefix) }
            let library = try ClientLibrary.inForce(named: clients, of: end ?? .client)
            let reference = String(text.dropFirst(end?.prefix.count ?? 0))
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
    /// - Throws: the exit status `invalidScenario` for a definition with mistakes.
    func fixed(
        by pairs: [Pair],
        besides clients: [NamedClient],
        _ colour: ColourChoice
    ) throws -> [NamedClient] {
        let names = Set(pairs.filter(\.party.isProgram).map(\.party.name))
        let others = names.subtracting(clients.map(\.name)).sorted()
        return try named(others, colour).map { client in
            NamedClient(name: client.name, client: client.client, isFixed: true)
        }
    }

    /// The given options that affect verdicts, quoted for a shell.
    var stated: [String] {
        let options: [(name: String, value: String?)] = [
            ("--can", can.map { $0.abilities.map(\.rawValue).joined(separator: ",") }),
            ("--speaks", speaks?.argument),
            ("--witness", witness?.rawValue),
            ("--probe", probe?.name),
            ("--timeout", deadline.map { "\($0 / .seconds(1))" }),
        ]
        return (server ? ["--server"] : []) + clients.flatMap { ["--clients", $0] }
            + names.flatMap { ["--names", $0.rawValue] }
            + options.flatMap { option in option.value.map { [option.name, $0] } ?? [] }
    }

    private func bare() throws(Failure) -> NamedClient {
        do {
            let client =
                server
                ? try ClientDefinition(server: command, in: probe ?? .http)
                : try ClientDefinition(
                    command: command,
                    abilities: can?.abilities ?? [],
                    speaks: speaks,
                    witness: witness ?? .token
                )
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

/// The value of `--can`.
struct AbilityList: ExpressibleByArgument {
    let abilities: [ClientAbility]

    init?(argument: String) {
        let words = argument.split(separator: ",").map(String.init)
        abilities = words.compactMap { word in
            ClientAbility.ofClients.first { $0.rawValue == word }
        }
        guard abilities.count == words.count else { return nil }
    }
}

extension NameRoute: ExpressibleByArgument {}

extension Witness: ExpressibleByArgument {}

extension ProbeProtocol: ExpressibleByArgument {
    package init?(argument: String) {
        guard let probe = ProbeProtocol.named(argument) else { return nil }
        self = probe
    }
}

extension SpokenProtocol: ExpressibleByArgument {
    /// Reads a protocol, or a protocol and how TLS starts in it: `imap:implicit`.
    package init?(argument: String) {
        let words = argument.split(separator: ":", omittingEmptySubsequences: false).map(
            String.init
        )
        guard let application = ApplicationProtocol.named(words[0]), words.count <= 2 else {
            return nil
        }
        guard words.count == 2 else {
            self.init(application)
            return
        }
        guard let transport = Transport(rawValue: words[1]) else { return nil }
        self.init(application, over: transport)
    }

    /// The text from which `init(argument:)` reads this protocol.
    fileprivate var argument: String { "\(application.name):\(transport.rawValue)" }
}
