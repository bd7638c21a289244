import ArgumentParser
import Basics

/// `hatpin config`: the options that hatpin.yaml states.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the options that commands take from hatpin.yaml.",
        discussion: """
            hatpin.yaml in the working directory, or the file that HATPIN_CONFIG names, states options \
            by command, and profiles with others, which --with or HATPIN_PROFILE chooses:
              run:
                party: [reference, client/curl]
                timeout: 10
              profiles:
                ci: { run: { report: [junit=junit.xml], strict-reasons: true } }

            An option of the command line goes before all of them, then comes a variable such as \
            HATPIN_STATE, then the profile, then the file.

            hatpin.yaml may be of another author: of a repository that was cloned. Options of it that \
            write, connect, listen or start count only where you trust the folder (hatpin help trust), \
            or name the file: --with hatpin.yaml, or HATPIN_CONFIG. Options that can make a command \
            succeed, such as allow, count and are told on standard error and in the reports of audit. \
            --no-config ignores the file.
            """
    )

    @Argument(help: "Those of this command only.") var command: String?
    @Option(help: ArgumentHelp("The profile, or the file.", valueName: "name")) var with: [String] =
        []
    @Flag(help: "Say after each the place that states it.") var showOrigin = false

    func run() throws {
        let names = Hatpin.configuration.subcommands.compactMap { $0.configuration.commandName }
        let (text, notes) = try Hatpin.defaults.lines(
            of: try command.map { [try Hatpin.named($0)] } ?? names,
            with: with,
            showsOrigin: showOrigin
        )
        try StandardStream.output.write(text)
        try StandardStream.error.write(notes)
    }
}
