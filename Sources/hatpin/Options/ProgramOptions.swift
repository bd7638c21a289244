import ArgumentParser
import Process
import ScenarioFormat

/// The programs that a command line names as parties, and how they are put before setups.
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
            "What a command after --, such as -- curl --cacert {ca} {url}, can be asked besides "
                + "names and a root: addresses, http2, …, with commas between them.",
            valueName: "abilities"
        )
    )
    var can: AbilityList?

    @Option(help: "How long a party may take for a case, in seconds (default: its own time, or 5).")
    var timeout: Double?

    /// The words after `--`; see `withProgramWords`.
    @Option(name: .customLong(programWord), parsing: .unconditionalSingleValue, help: .hidden)
    var command: [String] = []

    private static let programWord = "program-word"

    /// Arguments with each word after `--` as an option's value.
    ///
    /// The parser has positional arguments after `--` only where a command has no list of others.
    static func withProgramWords(_ arguments: [String]) throws -> [String] {
        let terminator = arguments.firstIndex(of: "--") ?? arguments.endIndex
        try AskedPrograms.refusePlaceholders(in: arguments[..<terminator])
        let words = arguments[terminator...].dropFirst().flatMap { ["--" + programWord, $0] }
        return arguments[..<terminator] + words
    }

    func validate() throws {
        guard can == nil || !command.isEmpty else {
            throw ValidationError("--can goes with a command after --; definitions state it")
        }
        guard timeout.map({ $0 > 0 && $0 <= 3_600 }) != false else {
            throw ValidationError("--timeout is more than 0 and at most 3600 seconds")
        }
    }

    /// The programs that are asked for, whose faulty definitions are shown with these colours.
    func asked(_ colour: ColourOptions) -> AskedPrograms {
        AskedPrograms(
            folders: definitions.clients,
            names: names,
            abilities: can?.abilities,
            command: command,
            deadline: timeout.map { .milliseconds(Int64($0 * 1_000)) },
            colour: colour.color
        )
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
