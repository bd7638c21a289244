import Foundation

/// Reads the options of all commands from the argument parser's description of itself.
package enum ParserOptions {
    /// Returns the options that hatpin.yaml may state for each command.
    ///
    /// - Parameter description: the JSON description that swift-argument-parser 1.8 writes.
    /// - Returns: the options of each subcommand, in the order of the description.
    /// - Throws: `DecodingError` for another format.
    package static func all(in description: String) throws -> [CommandOptions] {
        let tool = try JSONDecoder().decode(Tool.self, from: Data(description.utf8))
        return (tool.command.subcommands ?? []).map { command in
            CommandOptions(command.commandName, (command.arguments ?? []).compactMap(\.option))
        }
    }

    private struct Tool: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind, name: String

            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let isRepeating, shouldDisplay: Bool
        let names: [Name]?
        let abstract: String?

        /// The option for this argument; nil for an argument without a name, for a hidden argument,
        /// and for an argument such as `--help`, which ends a command at once.
        var option: CommandOptions.Option? {
            guard kind != "positional", shouldDisplay, let names,
                let long = names.first(where: { $0.kind == "long" })?.name,
                !["help", "version"].contains(long)
            else { return nil }
            return CommandOptions.Option(
                long,
                spellings: Set(names.map(\.spelling)),
                about: abstract ?? long,
                isFlag: kind == "flag",
                isRepeated: isRepeating
            )
        }
    }
}
