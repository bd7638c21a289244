// The format of scenario files for editors and `explain`.

extension ScenarioLibrary {
    /// The JSON Schema of a scenario's document.
    package static let schema = SchemaWriter.text(
        of: .scenario,
        title: "Hatpin scenario",
        id: "scenario-1.schema.json"
    )

    /// The reference of the format that this version reads.
    package static let reference = FormatReference(of: .scenario, pages: ["party"])

    /// Returns the description of the key at a path such as `leaf.valid`; nil if there is none.
    ///
    /// The empty path is the scenario itself.
    package static func help(for path: String) -> KeyHelp? { Shape.scenario.help(for: path) }

    /// The paths of named keys, such as `leaf.valid`, shortest first.
    package static var keyPaths: [String] { Shape.scenario.keyPaths }
}
