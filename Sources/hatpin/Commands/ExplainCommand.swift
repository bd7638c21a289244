import ArgumentParser
import Basics

/// `hatpin explain`: explains a case, an attack, a reason, a code or a key.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a case, an attack, a reason, a finding's code or a key."
    )

    @Argument(
        help:
            "An id, an attack (PIN-018), a word (revoked), a code (NSC-006) or a key (leaf.valid)."
    )
    var topic: String

    @Option(help: .scenariosAlone)
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @Option(
        help: ArgumentHelp(
            "Also show how this program, such as client/curl, would be started for the case, and "
                + "whether the case applies to it. Repeatable.",
            valueName: "client"
        )
    )
    var party: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Flag(help: "Show every check of 'reference' up to its verdict.")
    var trace = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard let model = party.first(where: { !NamedClient.isMeant(by: $0) }) else { return }
        throw ValidationError(
            "--party \(model) is not a program; for a model, run: hatpin explain \(model)"
        )
    }

    func run() async throws {
        let asked = programs.asked(colour)
        let request = ExplanationRequest(
            topic,
            scenarios: scenarios,
            wantsBuiltin: builtin,
            isTraced: trace,
            programs: asked,
            colour: colour.color,
            hasColour: colour.hasColour(on: .output)
        )
        try await request.write(for: asked.requested(among: party))
    }
}
