import Foundation

/// The options that the parser of command lines knows, from its own description of them.
package enum ParserOptions {
    /// The options of every command that a file may state.
    ///
    /// - Parameter description: the parser's, JSON as swift-argument-parser 1.8 writes it.
    /// - Returns: those of each subcommand, in the order of the description.
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

        /// Nil for a word without a name, for what is hidden, and for what ends a command at once.
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
