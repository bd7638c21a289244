import ArgumentParser
import Basics

/// `hatpin explain`: what a case is about, or what a word means.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a case, a row, a reason, a code, a key or a word of a catalogue."
    )

    @Argument(help: "An id, row (PIN-018), word (revoked), code (S001, NSC-006), key (leaf.valid).")
    var topic: String

    @Option(help: .scenariosAlone)
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @Option(
        help: ArgumentHelp(
            "A program, such as client/curl: which command it would be started with for a case, and "
                + "whether it can be asked; may be repeated.",
            valueName: "client"
        )
    )
    var party: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Flag(help: "Show every check that reference asks on the way to its verdict.")
    var trace = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard let model = party.first(where: { !NamedClient.isMeant(by: $0) }) else { return }
        throw ValidationError("--party \(model) is no program; explain \(model) tells of a model")
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
