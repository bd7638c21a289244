import ArgumentParser
import Reports
import Scenarios

/// `hatpin lint`: what is wrong with scenario files, with places.
struct LintCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, github
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check scenario files; nothing is run."
    )

    @Argument(help: ArgumentHelp("A folder of scenarios, or files in one.", valueName: "path"))
    var paths: [String] = []
    @Option(
        help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder")
    )
    var scenarios: String?
    @Option(help: "human, or github for annotations.") var format: Format = .human
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let usual = SelectionRequest(scenarios: scenarios).places
        let library = try await Library.load(paths.isEmpty ? usual : paths)
        let diagnostics = library.diagnostics
        switch format {
        case .human:
            let hasColour = colour.hasColour(on: .output)
            try StandardStream.output.write(Library.text(diagnostics, hasColour: hasColour))
        case .github:
            try StandardStream.output.write(Self.annotations(diagnostics))
        }
        try StandardStream.error.write(library.verdict + "\n")
        if !library.isSound { throw ExitStatus(.invalidScenario) }
    }

    /// GitHub shows ten annotations of a kind at a step and drops the others without a word, so the
    /// tenth says how many there are.
    private static func annotations(_ diagnostics: [Diagnostic]) -> [WorkflowCommand] {
        let shown = diagnostics.count > 10 ? diagnostics.prefix(9) : diagnostics.prefix(10)
        var commands = shown.map(annotation)
        if let next = diagnostics.dropFirst(shown.count).first {
            commands.append(
                WorkflowCommand(
                    errorIn: next.file,
                    line: next.mark?.line ?? 1,
                    title: "hatpin",
                    message: Untrusted("and \(diagnostics.count - shown.count) more problems")
                )
            )
        }
        return commands
    }

    private static func annotation(_ diagnostic: Diagnostic) -> WorkflowCommand {
        let help = diagnostic.help.map { "\n" + $0 } ?? ""
        return WorkflowCommand(
            errorIn: diagnostic.file,
            line: diagnostic.mark?.line ?? 1,
            column: diagnostic.mark?.column,
            title: diagnostic.code.rawValue,
            message: Untrusted(diagnostic.problem + help)
        )
    }
}
