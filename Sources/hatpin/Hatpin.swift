import ArgumentParser
import Basics
import Dispatch
import Process
import Reports
import ScenarioFormat

// hatpin is the command: arguments in, exit code out. It chooses what runs, owns the two streams and
// the files below `.hatpin/`, and decides nothing about trust.

@main
enum EntryPoint {
    /// Not `async`: that begins on a thread of libdispatch, which waits for ever where memory for
    /// the thread's stack is missing.
    static func main() {
        Platform.openStandardStreams()
        Platform.ignoreWriteSignals()
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
                    NewCommand.self, LintCommand.self, ShowCommand.self, DiffCommand.self,
                    HistoryCommand.self, MergeCommand.self, ConfigCommand.self, TrustCommand.self,
                    ForgeCommand.self, MutantsCommand.self, FuzzCommand.self, PromoteCommand.self,
                    LimboCommand.self, PKITSCommand.self, SchemaCommand.self, ManualCommand.self,
                    CompletionsCommand.self,
                ]
            )
        ]
    )

    /// Commands of which `--` begins the command line of a party.
    private static let takingPrograms = [
        RunCommand.configuration, AuditCommand.configuration, CompareCommand.configuration,
        ExplainCommand.configuration, FuzzCommand.configuration,
    ].map(\.commandName)

    /// The command that shows the defaults reads them itself; none decides about the trust in it.
    private static let withoutDefaults = [ConfigCommand.configuration, TrustCommand.configuration]
        .map(\.commandName)

    /// Runs one command; every error that it throws ends here.
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

    /// The arguments with the options that hatpin.yaml states; tells on standard error of those that
    /// could be the author's of the folder.
    private static func withDefaults(
        _ arguments: [String]
    ) throws -> StatedDefaults.Applied {
        guard !withoutDefaults.contains(arguments.first) else {
            return StatedDefaults.Applied(arguments: arguments)
        }
        let applied = try defaults.applied(to: arguments)
        // In a network of its own the command is executed again, and has told them.
        if !RunNamespace.isInside { try StandardStream.error.write(applied.notes) }
        return applied
    }

    /// The options that hatpin.yaml states.
    static let defaults = StatedDefaults(conflicts: OptionConflict.all) { Hatpin._dumpHelp() }

    /// Refuses pipes of the file system, of which a command would wait for the other end.
    ///
    /// Words after `--` are a program's own.
    private static func refusePipes(in arguments: [String]) throws(Failure) {
        for word in arguments.dropFirst().prefix(while: { $0 != "--" }) {
            // As in `--report html=FILE` and `--baseline=FILE`.
            let value = word.firstIndex(of: "=").map { String(word[$0...].dropFirst()) }
            for path in [word] + (value.map { [$0] } ?? []) where isNamedPipe(path) {
                throw Files.namedPipe(path)
            }
        }
    }

    /// Sends `help` about something that is no command to `explain`, and refuses commands that do
    /// not exist; the parser would not say which was meant.
    private static func corrected(_ arguments: [String]) throws -> [String] {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let first = arguments.first, !first.hasPrefix("-") else { return arguments }
        if first == "help", let topic = arguments.dropFirst().first {
            return names.contains(topic) ? arguments : ["explain"] + arguments.dropFirst()
        }
        if first != "help" { _ = try named(first) }
        return arguments
    }

    /// The name of a command that exists.
    static func named(_ word: String) throws(Failure) -> String {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard names.contains(word) else {
            throw Failure(
                .usage,
                "there is no command '\(Shown.escaped(word))'",
                help: didYouMean(word, names + ["help"])
                    ?? "there are \(names.joined(separator: ", ")), help"
            )
        }
        return word
    }

    /// Tells of a failure, and gives its exit code.
    static func end(_ failure: Failure) -> Exit {
        // Where even this cannot be written, the exit code still says it.
        try? StandardStream.error.write(failure.text)
        return failure.exit
    }

    /// The parser's own errors, requests for help among them; anything else is our bug.
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
                "this is a bug of hatpin's: \(Shown.escaped(String(describing: error)))",
                help: "please report it with the command line that led to it"
            )
        )
    }
}
