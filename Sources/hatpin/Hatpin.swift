import ArgumentParser
import Basics
import Dispatch
import Process
import Reports
import ScenarioFormat

// hatpin is the command: it turns arguments into an exit code. It chooses what runs, and owns
// standard output, standard error and the files below `.hatpin/`. It makes no decision about trust.

@main
enum EntryPoint {
    /// `main` is not `async`: an async main starts on a thread of libdispatch, which waits forever
    /// if there is no memory for the thread's stack.
    static func main() {
        Platform.openStandardStreams()
        Platform.ignoreWriteSignals()
        Interruption.endFirstProcess()
        do {
            try Resources.requireAddressSpace()
            try Resources.requireThreads()
            try Watchdog.start { Platform.exit(Hatpin.end($0).rawValue) }
        } catch {
            Platform.exit(Hatpin.end(error).rawValue)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        AwaitedThreads.ofProcess.add()
        Task {
            AwaitedThreads.ofProcess.begin()
            Platform.exit(await Hatpin.run(arguments: arguments).rawValue)
        }
        dispatchMain()
    }
}

/// The command `hatpin`.
struct Hatpin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hatpin",
        abstract: "Test whether a TLS client accepts false certificates.",
        discussion: """
            Hatpin makes certificates with one defect each, serves them on this machine, and \
            reports which client accepted which. An app's configuration, its source code, a \
            program, a phone or a browser can be tested.

            EXAMPLES:
              hatpin audit .                              check the files of an app
              hatpin audit network_security_config.xml    attack one configuration
              hatpin audit -- curl --cacert {ca} {url}    attack a program
              hatpin intercept                            attack an app, as its proxy

            MORE HELP:
              hatpin help COMMAND      describe a command and its options
              hatpin help WORD         explain a case, a reason or the code of a finding
              hatpin help exit-codes   list the exit codes
              hatpin help config       set default options in hatpin.yaml
              hatpin --version -v      show the versions of the libraries, too
            """,
        version: Tool.name,
        subcommands: [
            AuditCommand.self, RunCommand.self, CompareCommand.self, ListCommand.self,
            ExplainCommand.self, ClientsCommand.self, InspectCommand.self, ServeCommand.self,
            InterceptCommand.self, DoctorCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "More",
                subcommands: [
                    LabCommand.self, NewCommand.self, LintCommand.self, ShowCommand.self,
                    DiffCommand.self, HistoryCommand.self, MergeCommand.self, ConfigCommand.self,
                    TrustCommand.self, ForgeCommand.self, MutantsCommand.self, FuzzCommand.self,
                    PromoteCommand.self, LimboCommand.self, PKITSCommand.self, SchemaCommand.self,
                    ManualCommand.self, CompletionsCommand.self,
                ]
            )
        ]
    )

    /// The commands that take the command line of a program after `--`.
    private static let takingPrograms = [
        RunCommand.configuration, AuditCommand.configuration, CompareCommand.configuration,
        ExplainCommand.configuration, FuzzCommand.configuration,
    ].map(\.commandName)

    /// The commands for which hatpin.yaml is not applied: `config` reads the defaults itself, and
    /// `trust` must not depend on the folder's own file.
    private static let withoutDefaults = [ConfigCommand.configuration, TrustCommand.configuration]
        .map(\.commandName)

    /// Runs one command, and turns every error into an exit code.
    static func run(arguments: [String]) async -> Exit {
        do {
            if arguments == ["--version", "-v"] {
                let lines = [Tool.name] + Examination.libraries
                try StandardStream.output.write(lines.map { $0 + "\n" }.joined())
                return .success
            }
            if arguments == ["help", Exit.topic] {
                try StandardStream.output.write(Exit.help)
                return .success
            }
            let written = WrittenOptions(StatedDefaults.spellings(in: arguments))
            let applied = try withDefaults(arguments)
            let arguments = try corrected(applied.arguments)
            try OptionConflict.all.refuse(in: arguments)
            try refusePipes(in: arguments)
            let takesProgram = takingPrograms.contains(arguments.first)
            var command = try parseAsRoot(
                takesProgram ? ProgramOptions.withProgramWords(arguments) : arguments
            )
            let weakening = applied.weakening.map {
                StatedOption($0.line, in: $0.place.source.path, at: $0.place.mark)
            }
            try await WrittenOptions.$current.withValue(written) {
                try await AuditCommand.$weakeningDefaults.withValue(weakening) {
                    if var command = command as? any AsyncParsableCommand {
                        try await command.run()
                    } else {
                        try command.run()
                    }
                }
            }
            return .success
        } catch let failure as Failure {
            return end(failure)
        } catch let exit as ExitStatus {
            return exit.exit
        } catch let wrong as WrongDefaults {
            try? wrong.diagnostics.show(.auto)
            return .invalidScenario
        } catch {
            return end(error)
        }
    }

    /// Returns the arguments with the options of hatpin.yaml.
    ///
    /// Writes the notes about these options to standard error, since the folder's author may have
    /// set them.
    private static func withDefaults(
        _ arguments: [String]
    ) throws -> StatedDefaults.Applied {
        guard !withoutDefaults.contains(arguments.first) else {
            return StatedDefaults.Applied(arguments: arguments)
        }
        let applied = try defaults.applied(to: arguments)
        // In a network namespace the command runs a second time, after the first run has written
        // the notes.
        if !RunNamespace.isInside { try StandardStream.error.write(applied.notes) }
        return applied
    }

    /// Reads the options that hatpin.yaml sets.
    static let defaults = StatedDefaults(conflicts: OptionConflict.all) { Hatpin._dumpHelp() }

    /// Refuses named pipes, on which a command would block until the other end opens.
    ///
    /// Words after `--` belong to a program and are not checked.
    private static func refusePipes(in arguments: [String]) throws(Failure) {
        for word in arguments.dropFirst().prefix(while: { $0 != "--" }) {
            // This is the file in `--report html=FILE` or `--baseline=FILE`.
            let value = word.firstIndex(of: "=").map { String(word[$0...].dropFirst()) }
            for path in [word] + (value.map { [$0] } ?? []) where Files.isNamedPipe(path) {
                throw Failure.namedPipe(path)
            }
        }
    }

    /// Returns the arguments with corrections: `help` on something other than a command becomes
    /// `explain`.
    ///
    /// Refuses unknown commands, for which the parser would suggest nothing.
    private static func corrected(_ arguments: [String]) throws -> [String] {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let first = arguments.first, !first.hasPrefix("-") else { return arguments }
        if first == "help", let topic = arguments.dropFirst().first {
            return names.contains(topic) ? arguments : ["explain"] + arguments.dropFirst()
        }
        if first != "help" { _ = try named(first) }
        return arguments
    }

    /// Returns the word if it is the name of a command; otherwise throws a failure with a
    /// suggestion.
    static func named(_ word: String) throws(Failure) -> String {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard names.contains(word) else {
            throw Failure(
                .usage,
                "there is no command '\(Shown.escaped(word))'",
                help: didYouMean(word, names + ["help"])
                    ?? "choose from \(names.joined(separator: ", ")), help"
            )
        }
        return word
    }

    /// Writes a failure to standard error, and returns its exit code.
    static func end(_ failure: Failure) -> Exit {
        // If the text cannot be written, the exit code still reports the failure.
        try? StandardStream.error.write(failure.text)
        return failure.exit
    }

    /// Handles the parser's own errors, including requests for help; anything else is a bug.
    private static func end(_ error: any Error) -> Exit {
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        if code == .success {
            try? StandardStream.output.write(message + "\n")
            return .success
        }
        if code == .validationFailure {
            try? StandardStream.error.write(message + "\n")
            return .usage
        }
        return end(
            Failure(
                .bug,
                "this is a bug in hatpin: \(Shown.escaped(String(describing: error)))",
                help: "please report it with the command line that caused it"
            )
        )
    }
}
