import ArgumentParser
import Process
import ScenarioFormat

/// The programs that a command line names as parties, and how cases are served to them.
struct ProgramOptions: ParsableArguments {
    @OptionGroup var definitions: ClientOptions

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
        completion: .list(ClientAbility.allCases.map(\.rawValue))
    )
    var can: AbilityList?

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
        try AskedPrograms.refusePlaceholders(in: arguments[..<terminator])
        let words = arguments[terminator...].dropFirst().flatMap { ["--" + programWord, $0] }
        return arguments[..<terminator] + words
    }

    func validate() throws {
        guard can == nil || !command.isEmpty else {
            throw ValidationError(
                "--can needs a command after --; a definition lists its own abilities"
            )
        }
        guard timeout.map({ $0 > 0 && $0 <= 3_600 }) != false else {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds")
        }
    }

    /// Returns the requested programs; mistakes in their definitions are shown with these colours.
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
}

extension NameRoute: ExpressibleByArgument {}
