import ArgumentParser
import Basics

/// `hatpin new`: a file to begin from.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a scenario or a definition of a client to begin from.",
        usage: """
            hatpin new <template> <name> [--folder <folder>]
            hatpin new --from-chain <file> <name> [--defect <word>] [--at <place>] [--folder <folder>]
            """,
        discussion: """
            TEMPLATES:
            \(FileTemplate.catalogue.map { "  \($0.name)  \($0.about)" }.joined(separator: "\n"))

            Writes Scenarios/NAME.yaml, or Clients/NAME.yaml, and beside it the schema that editors \
            check it with. Nothing is overwritten.

            With --from-chain the scenario has certificates like those of a server, under keys of its \
            own, and as --defect says a word of hatpin list defects. It expects the decision of \
            'reference'.
            """
    )

    @Argument(
        help: "One of those above; with --from-chain there is none.",
        completion: .list(FileTemplate.catalogue.map(\.name))
    )
    var template: String

    @Argument(help: "An id such as time/expired-here, or the name of a client.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "A server's chain, PEM, its own certificate first.",
            valueName: "file"
        )
    )
    var fromChain: String?

    @Option(
        help: ArgumentHelp("The one thing that is wrong with the chain.", valueName: "word"),
        completion: .shellCommand("hatpin list defects --ids")
    )
    var defect: String?

    @Option(
        help: ArgumentHelp(
            "The certificate with the defect, where several can have it: leaf, intermediate or root.",
            valueName: "place"
        )
    )
    var at: String?

    @Option(
        help: ArgumentHelp(
            "The folder that ids are relative to, or that of definitions.",
            valueName: "folder"
        )
    )
    var folder: String?

    func validate() throws {
        guard (name == nil) == (fromChain != nil) else {
            throw ValidationError(
                fromChain == nil
                    ? "name the new file after the template"
                    : "--from-chain takes the place of a template: name the new file alone"
            )
        }
        guard fromChain != nil || defect == nil && at == nil else {
            throw ValidationError("--defect and --at go with --from-chain")
        }
    }

    func run() throws {
        let file =
            if let fromChain {
                // The only word is the name.
                try NewFile(fromChain: fromChain, with: defect, at: at, named: template, in: folder)
            } else {
                try NewFile(template, named: name ?? "", in: folder)
            }
        try StandardStream.output.write(try file.write())
    }
}
