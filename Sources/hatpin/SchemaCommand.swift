import ArgumentParser
import Basics
import Reports
import ScenarioFormat

/// `hatpin schema`: what editors need to know of our files.
struct SchemaCommand: ParsableCommand {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case scenario, client, audit, run, config
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract:
            "Write the JSON Schema (draft-07) of scenario files, definitions of clients, audits, runs or hatpin.yaml.",
        discussion: """
            Editors complete and check with it; in a file:
              # yaml-language-server: $schema=scenario-1.schema.json

            That of audits describes what audit --format json writes, that of runs each line of a run \
            file.
            """
    )

    @Argument(help: "scenario, client, audit, run or config.") var kind = Kind.scenario

    func run() throws {
        switch kind {
        case .scenario: try StandardStream.output.write(ScenarioLibrary.schema)
        case .client: try StandardStream.output.write(ClientLibrary.schema)
        case .audit: try StandardStream.output.write(AuditSchema.text)
        case .run: try StandardStream.output.write(RunSchema.text)
        case .config: try StandardStream.output.write(Hatpin.defaults.schema)
        }
    }
}
