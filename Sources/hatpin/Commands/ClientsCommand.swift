import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat

/// `hatpin clients`: shows the programs that can be tested, and whether they are installed.
struct ClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "Show which programs can be tested, and which are installed.",
        discussion: """
            With a name, the command shows everything about that client, and how to install it. The \
            exit code is 3 if it is not installed.

            A definition describes how to start a client. Definitions are built in, in the folder Clients \
            of the working directory, or in a folder that --clients names. To find a version, Hatpin \
            starts the program. For a definition in Clients, it does so only if you trust the folder \
            (hatpin help trust). --servers shows servers instead, with definitions in the folder Servers.
            """
    )

    @Argument(
        help: ArgumentHelp("The names of clients, or files of definitions.", valueName: "name")
    )
    var names: [String] = []
    @Flag(help: "Write only the names, as --party takes them, and start nothing.") var ids = false
    @Flag(help: "Show servers that verify client certificates, whose definitions are in Servers.")
    var servers = false
    @Option(help: .clients) var clients: [String] = []
    @OptionGroup var output: OutputOptions
    @OptionGroup var colour: ColourOptions

    private var end: RelyingEnd { servers ? .server : .client }

    func run() async throws {
        let (clients, diagnostics) = try chosen()
        if ids {
            let names = clients.map { end.prefix + $0.name + "\n" }
            return try StandardStream.output.write(names.joined())
        }
        let probe = ClientProbe(search: Environment.variable("PATH") ?? "/usr/bin:/bin")
        // A probe spends most of its time waiting for a program.
        let states = await WorkerPool(workers: 2 * WorkerPool.cores).map(clients) { client in
            probe.state(of: client)
        }
        let list = ClientList(zip(clients, states.compactMap(\.self)).map { ($0, $1) }, at: end)
        let hasColour = colour.hasColour(on: .output)
        let width = StandardStream.output.width ?? .max
        try StandardStream.output.write(
            output.format == .json
                ? list.json
                : names.isEmpty
                    ? list.lines(hasColour: hasColour, width: width)
                    : list.text(hasColour: hasColour)
        )
        try diagnostics.show(colour.color)
        try reportFolder(clients)
        if diagnostics.contains(where: { $0.level == .error }) {
            throw ExitStatus(.invalidScenario)
        }
        if !names.isEmpty, !list.isComplete { throw ExitStatus(.environment) }
    }

    /// Reports which of these clients replace built-in clients, and for how many no program was
    /// started.
    private func reportFolder(_ clients: [ClientDefinition]) throws {
        try clients.map { NamedClient(name: $0.name, client: $0) }.reportReplacements()
        let count = clients.count { !$0.isTrusted && $0.version != nil }
        guard count > 0 else { return }
        try StandardStream.error.write(
            "hatpin: \(Prose.count(count, "definition")) in this folder, which you do not trust: "
                + "started no program to find versions\n  help: read them; then add --clients ., or "
                + "run hatpin trust\n"
        )
    }

    /// Returns the named clients, each once, and the mistakes in definitions; without names,
    /// returns all clients whose definitions have no mistake.
    private func chosen() throws -> ([ClientDefinition], [Diagnostic]) {
        let library = try ClientLibrary.inForce(named: clients, of: end)
        guard names.isEmpty else {
            return (
                try names.map { try library.sound($0, unknown: .nothingSelected, colour.color) }, []
            )
        }
        do throws(ClientLookupError) {
            let files = try library.readAll()
            return (files.compactMap(\.client), files.flatMap(\.diagnostics))
        } catch {
            throw Failure(error, unknown: .nothingSelected)
        }
    }
}
