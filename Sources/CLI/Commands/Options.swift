import ArgumentParser
import CaseSelection
import Sessions
import Surroundings

/// Which cases a command is about.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, folders of ids, paths or patterns, each with @party behind it or not.",
            valueName: "selector"
        ),
        completion: .ids
    )
    var selectors: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only what matches: tag:x, party:x, id:glob, covers:x, class:x or a bare word, with "
                + "and, or, not and parentheses.",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "The folder that ids are relative to: Scenarios where it is here, else the built-in ones.",
            valueName: "folder"
        )
    )
    var scenarios: String?

    @Flag(help: "Take the built-in scenarios, whatever folder is here.") var builtin = false

    @Flag(help: "Selecting nothing is no error.") var allowEmpty = false

    /// Whether nothing of it narrows what is selected.
    var isWhole: Bool { selectors.isEmpty && filter == nil }

    var request: SelectionRequest { request(clientsIn: nil) }

    /// The same where the clients that cases name must be in these folders or the usual ones.
    func request(clientsIn folders: [String]?) -> SelectionRequest {
        SelectionRequest(
            selectors: selectors,
            filter: filter,
            scenarios: scenarios,
            wantsBuiltin: builtin,
            allowsEmpty: allowEmpty,
            clientsIn: folders
        )
    }
}

/// The reader of standard output, for commands without other formats.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case human, json
}

/// A page of what is found, beside standard output.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A web page, too, such as html=out.html.", valueName: "html=file"))
    var report: [PageFile] = []
}

/// The form of standard output.
struct OutputOptions: ParsableArguments {
    @Option(help: "human, or json for programs.") var format: OutputFormat = .human
}
