import ArgumentParser
import Surroundings
import Templates

/// `hatpin new`: a file to begin from.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a scenario or a definition of a client to begin from.",
        discussion: """
            TEMPLATES:
            \(Template.catalogue.map { "  \($0.name)  \($0.about)" }.joined(separator: "\n"))

            Writes Scenarios/NAME.yaml, or Clients/NAME.yaml, and beside it the schema that editors \
            check it with. Nothing is overwritten.
            """
    )

    @Argument(
        help: ArgumentHelp("One of those above.", valueName: "template"),
        completion: .list(Template.catalogue.map(\.name))
    )
    var template: String

    @Argument(help: "An id such as time/expired-here, or the name of a client.") var name: String

    @Option(
        help: ArgumentHelp(
            "The folder that ids are relative to, or that of definitions.",
            valueName: "folder"
        )
    )
    var folder: String?

    func run() throws {
        try StandardStream.output.write(NewFile(template, named: name, in: folder).write())
    }
}
