import ArgumentParser
import Basics

/// `hatpin new`: creates a file from a template.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a scenario, or a definition of a client, from a template.",
        usage: """
            hatpin new <template> <name> [--folder <folder>]
            hatpin new --from-chain <file> <name> [--defect <word>] [--at <place>] [--folder <folder>]
            """,
        discussion: """
            TEMPLATES:
            \(FileTemplate.catalogue.map { "  \($0.name)  \($0.about)" }.joined(separator: "\n"))

            The command creates Scenarios/NAME.yaml or Clients/NAME.yaml, and next to it the schema for \
            editors. It overwrites nothing.

            With --from-chain, the scenario's certificates are like those of a server, with new keys. \
            --defect adds one of hatpin list defects. The scenario expects what 'reference' decides.
            """
    )

    @Argument(
        help: "A template, as listed above; leave it out with --from-chain.",
        completion: .list(FileTemplate.catalogue.map(\.name))
    )
    var template: String

    @Argument(help: "The id of the scenario, such as time/expired-here, or the name of the client.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "A file with the chain of a server: PEM, its own certificate first.",
            valueName: "file"
        )
    )
    var fromChain: String?

    @Option(
        help: ArgumentHelp("The defect to add to the chain.", valueName: "word"),
        completion: .shellCommand("hatpin list defects --ids")
    )
    var defect: String?

    @Option(
        help: ArgumentHelp(
            "Which certificate gets the defect: leaf, intermediate or root.",
            valueName: "place"
        )
    )
    var at: String?

    @Option(
        help: ArgumentHelp(
            "The folder of scenarios or definitions (default: Scenarios or Clients).",
            valueName: "folder"
        )
    )
    var folder: String?

    func validate() throws {
        guard (name == nil) == (fromChain != nil) else {
            throw ValidationError(
                fromChain == nil
                    ? "give the name of the new file after the template"
                    : "--from-chain replaces the template: give only the name of the new file"
            )
        }
        guard fromChain != nil || defect == nil && at == nil else {
            throw ValidationError("--defect and --at need --from-chain")
        }
    }

    func run() throws {
        let file =
            if let fromChain {
                // With a chain, no template is named, so the only argument is the name of the file.
                try NewFile(fromChain: fromChain, with: defect, at: at, named: template, in: folder)
            } else {
                try NewFile(template, named: name ?? "", in: folder)
            }
        try StandardStream.output.write(try file.write())
    }
}
