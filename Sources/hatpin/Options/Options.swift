import ArgumentParser

/// Which cases a command is about.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, folders of ids, paths or patterns, each with @party after it or not.",
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
            "The folder that ids are relative to (default: Scenarios here, else the built-in ones; serve "
                + "takes both).",
            valueName: "folder"
        )
    )
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @Flag(help: "Selecting nothing is no error.") var allowEmpty = false

    /// Whether nothing of it narrows what is selected.
    var isWhole: Bool { selectors.isEmpty && filter == nil }

    var request: SelectionRequest { request() }

    /// - Parameters:
    ///   - addsBuiltin: whether the built-in scenarios are added to those that are here.
    ///   - folders: those in which the clients that cases name must be, besides the usual ones; nil if
    ///     they are not looked for.
    /// - Returns: the selection.
    func request(
        addsBuiltin: Bool = false,
        clientsIn folders: [String]? = nil
    ) -> SelectionRequest {
        SelectionRequest(
            selectors: selectors,
            filter: filter,
            scenarios: scenarios,
            wantsBuiltin: builtin,
            addsBuiltin: addsBuiltin,
            allowsEmpty: allowEmpty,
            clientsIn: folders
        )
    }
}

extension ArgumentHelp {
    /// `--builtin`.
    static let builtinAlone = ArgumentHelp("Only the built-in scenarios, whatever folder is here.")

    /// `--scenarios`, of commands that add the built-in scenarios to those that are here.
    static let scenariosAlone = ArgumentHelp(
        "Only the scenarios of this folder (default: the built-in ones and those in Scenarios here).",
        valueName: "folder"
    )
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
