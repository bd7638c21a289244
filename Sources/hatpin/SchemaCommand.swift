import ArgumentParser
import Basics
import Lint
import Reports
import ScenarioFormat

/// `hatpin schema`: writes the JSON Schemas of Hatpin's files, for editors.
struct SchemaCommand: ParsableCommand {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case scenario, client, rule, audit, run, lab, config
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Write the JSON Schema of one of Hatpin's file formats.",
        discussion: """
            Editors use the schema to complete and check a file that names it:
              # yaml-language-server: $schema=scenario-1.schema.json

            The schema is of draft-07. The schema audit describes what audit --format json writes, and \
            run each line of a run file, and lab each line of hatpin lab. config describes hatpin.yaml.
            """
    )

    @Argument(help: "The format to describe.") var kind = Kind.scenario

    func run() throws {
        switch kind {
        case .scenario: try StandardStream.output.write(ScenarioLibrary.schema)
        case .client: try StandardStream.output.write(ClientLibrary.schema)
        case .rule: try StandardStream.output.write(SourceRules.schema)
        case .audit: try StandardStream.output.write(AuditDocument.schemaText)
        case .run: try StandardStream.output.write(RunRecord.schema)
        case .lab: try StandardStream.output.write(LabAnswer.schema)
        case .config: try StandardStream.output.write(Hatpin.defaults.schema)
        }
    }
}
