import Basics
import Process
import Runner
import ScenarioFormat
import TLS

// ProgramFiles fills definitions with the values of a case: commands, files, homes, certificates.

/// A definition's commands and files with the values of one case.
struct FilledProgram {
    let definition: ClientDefinition
    let home: String
    let route: NameRoute
    let site: ProgramSite
    var values: [ClientPlaceholder: String]
    /// The words for `{options}` in commands and files.
    var options: [String] = []
    /// Files that hide other files of the system from the program.
    var mounts: [BindMount] = []

    /// The time limit of a preparation or a reload, in addition to the program's own time limit.
    static let preparation = Duration.seconds(20)

    /// Chooses the port of `{own-port}`, if the definition names it.
    ///
    /// - Throws: `HarnessError.wire` if there is no free port.
    mutating func chooseOwnPort() throws(HarnessError) {
        guard definition.placeholders.contains(.ownPort) else { return }
        values[.ownPort] = String(try ProgramPort.next())
    }

    /// Writes the definition's files into the home.
    func writeFiles() throws(ProgramFault) {
        var values = values
        values[.options] = options.joined(separator: " ")
        for file in definition.files { try write(file, values) }
    }

    private func write(
        _ file: ClientDefinition.HomeFile,
        _ values: [ClientPlaceholder: String]
    ) throws(ProgramFault) {
        let text = try Self.filled(file.content, values)
        let folders = [home] + file.path.split(separator: "/").dropLast().map(String.init)
        do {
            try Files.makeFolder(folders.joined(separator: "/"), mode: 0o700)
            try Files.write(Array(text.utf8), to: "\(home)/\(file.path)", mode: 0o600)
        } catch {
            throw .file(error.message)
        }
    }

    /// Runs the definition's preparations.
    func prepare() throws(ProgramFault) {
        for command in definition.prepare {
            try run(command, for: "preparation", try invocation(try words(of: command)))
        }
    }

    /// Runs the command after which a running server uses the files that have been written.
    func reload(by command: ClientCommand) throws(ProgramFault) {
        var reload = try invocation(try words(of: command))
        // Processes that the server starts in the meantime have the same environment.
        reload.ownVariable = nil
        try run(command, for: "reload", reload)
    }

    /// Runs a command other than the program, which must succeed.
    private func run(
        _ command: ClientCommand,
        for purpose: String,
        _ invocation: ProgramInvocation
    ) throws(ProgramFault) {
        let end = try run(invocation, until: .now + Self.preparation)
        guard end.cause == .exited(0) else {
            throw .command(purpose, command.written, end.lastWords)
        }
    }

    /// Returns the words of a command.
    func words(of command: ClientCommand) throws(ProgramFault) -> [String] {
        do {
            return try command.words(filling: values, options: options)
        } catch {
            throw .placeholder(error.placeholder)
        }
    }

    /// Returns a text of the definition.
    func text(_ template: Template) throws(ProgramFault) -> String {
        try Self.filled(template, values)
    }

    private static func filled(
        _ template: Template,
        _ values: [ClientPlaceholder: String]
    ) throws(ProgramFault) -> String {
        do {
            return try template.text(filling: values)
        } catch {
            throw .placeholder(error.placeholder)
        }
    }

    /// Returns a command with its environment, working directory, input and mounted files.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - input: standard input; nil for none.
    ///   - proxy: the proxy that connects host names to this machine; nil for none.
    /// - Returns: the command, which is not started.
    /// - Throws: `ProgramFault` if a variable has no value.
    func invocation(
        _ words: [String],
        _ input: [UInt8]? = nil,
        proxy: LoopbackAddress? = nil
    ) throws(ProgramFault) -> ProgramInvocation {
        var environment = site.environment(home: home, by: route, proxy: proxy)
        if definition.hasTerminal { environment["TERM"] = "xterm" }
        for variable in definition.environment {
            environment[variable.name] = try text(variable.value)
        }
        return ProgramInvocation(
            words,
            environment: environment,
            ownVariable: ProgramSite.ownVariable,
            // A bare command after `--` runs in the directory where the user typed it, since its
            // words may be relative paths.
            workingDirectory: definition.file == nil ? Environment.workingDirectory : home,
            input: input,
            mounts: (definition.anchor == .bundle ? site.bundleMounts(values[.anchors] ?? "") : [])
                + mounts
        )
    }

    /// Runs a command until it ends.
    func run(
        _ invocation: ProgramInvocation,
        until deadline: ContinuousClock.Instant,
        _ stop: StopRequest? = nil
    ) throws(ProgramFault) -> ProgramEnd {
        do {
            return try invocation.run(until: deadline, stop: stop)
        } catch {
            throw .program(error)
        }
    }
}

/// Runs an operation on files, and throws its failure as an error of the harness.
func harness<Result>(
    _ body: () throws(Failure) -> Result
) throws(HarnessError) -> Result {
    do {
        return try body()
    } catch {
        throw .files(error.message)
    }
}

/// The reason why a program could not be run for a case.
enum ProgramFault: Error, CustomStringConvertible {
    case placeholder(ClientPlaceholder)
    case program(ProgramError)
    /// A file that could not be written, and why.
    case file(String)
    /// A command other than the program that failed: what it is for, the command, and the last line
    /// of its output.
    case command(String, String, String)

    var description: String {
        switch self {
        case .placeholder(let placeholder): "the case has no value for {\(placeholder.rawValue)}"
        case .program(let error): error.description + (error.help.map { "; \($0)" } ?? "")
        case .file(let message): message
        case .command(let purpose, let command, let words):
            "the \(purpose) '\(command)' failed: \(words)"
        }
    }
}
