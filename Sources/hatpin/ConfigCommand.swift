import ArgumentParser
import Basics

/// `hatpin config`: shows the options that hatpin.yaml sets.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the default options that hatpin.yaml sets.",
        discussion: """
            hatpin.yaml in the working directory sets default options for each command. HATPIN_CONFIG \
            names another file. The file may have profiles with other options; --with or HATPIN_PROFILE \
            selects one:
              run:
                party: [reference, client/curl]
                timeout: 10
              profiles:
                ci: { run: { report: [junit=junit.xml], strict-reasons: true } }

            The command line overrides a variable such as HATPIN_STATE. That overrides the profile, and \
            the profile overrides the rest of the file. --no-config ignores the file.

            In a repository that you cloned, another person may have written hatpin.yaml. Its options that \
            write files, connect, listen or start programs are ignored unless you trust the folder (hatpin \
            help trust) or name the file with --with hatpin.yaml or HATPIN_CONFIG. Options that can make \
            a command succeed, such as allow, take effect. Standard error and the reports of audit list them.
            """
    )

    @Argument(help: "Show the options of this command only.") var command: String?
    @Option(
        help: ArgumentHelp("The profile, or the file, to apply.", valueName: "name")
    )
    var with: [String] = []
    @Flag(help: "Show where each option is set.") var showOrigin = false

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
