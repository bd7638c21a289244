import ArgumentParser
import CaseSelection
import Clients
import Surroundings

/// Where definitions of clients are looked for.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of definitions of clients, before Clients here and the built-in ones; may stand "
                + "several times.",
            valueName: "folder"
        )
    )
    var clients: [String] = []

    func library() throws(Failure) -> ClientLibrary { try .inForce(named: clients) }
}
