import ArgumentParser
import Basics
import ScenarioFormat

/// The folders of client definitions.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of client definitions, or one that has a folder Clients. It wins over Clients in "
                + "the working directory and the built-in ones, and its programs may start. Repeatable.",
            valueName: "folder"
        )
    )
    var clients: [String] = []

    func library() throws(Failure) -> ClientLibrary { try .inForce(named: clients) }
}
