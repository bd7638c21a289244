import ArgumentParser

/// The selection of cases.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Ids, groups of ids, files or patterns; @party after one selects a party.",
            valueName: "selector"
        ),
        completion: .ids
    )
    var selectors: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only cases that match: tag:x, party:x, id:glob, covers:x, class:x, or a tag or "
                + "party alone; and, or, not and parentheses combine them.",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "The folder of scenarios (default: Scenarios in the working directory, or else the "
                + "built-in scenarios; serve uses both).",
            valueName: "folder"
        )
    )
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @Flag(help: "Succeed even if no case is selected.") var allowEmpty = false

    /// Whether neither selectors nor a filter narrow the selection.
    var isWhole: Bool { selectors.isEmpty && filter == nil }

    var request: SelectionRequest { request() }

    /// - Parameters:
    ///   - addsBuiltin: whether the built-in scenarios are added to those of the working directory.
    ///   - folders: folders to search for clients that cases name, in addition to the usual
    ///     folders; nil if clients are not looked up.
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
    /// The text of `--builtin`.
    static let builtinAlone = ArgumentHelp(
        "Only the built-in scenarios, even if there is a folder Scenarios."
    )

    /// The text of `--scenarios`, for commands that add the built-in scenarios to those of the
    /// working directory.
    static let scenariosAlone = ArgumentHelp(
        "Only the scenarios of this folder (default: the built-in scenarios and those in "
            + "Scenarios).",
        valueName: "folder"
    )
}

/// The format of standard output, for commands that only have text and JSON.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case human, json
}

/// A web page of the results, in addition to standard output.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Also write a web page, such as html=out.html.", valueName: "html=file")
    )
    var report: [PageFile] = []
}

/// The format of standard output.
struct OutputOptions: ParsableArguments {
    @Option(help: "The format of standard output.") var format: OutputFormat = .human
}
