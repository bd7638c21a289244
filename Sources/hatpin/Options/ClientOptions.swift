import ArgumentParser
import Basics
import ScenarioFormat

/// Where definitions of clients are looked for.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of definitions of clients, or one with a folder Clients, before Clients here and the "
                + "built-in ones; its programs may be started. May stand several times.",
            valueName: "folder"
        )
    )
    var clients: [String] = []

    func library() throws(Failure) -> ClientLibrary { try .inForce(named: clients) }
}
