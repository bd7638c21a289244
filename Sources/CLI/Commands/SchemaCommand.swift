import ArgumentParser
import Scenarios
import Surroundings

/// `hatpin schema`: what editors need to know of scenario files.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Write the JSON Schema (draft-07) of scenario files.",
        discussion: """
            Editors complete and check with it; in a file:
              # yaml-language-server: $schema=scenario-1.schema.json
            """
    )

    func run() throws {
        try StandardStream.output.write(ScenarioLibrary.schema)
    }
}
