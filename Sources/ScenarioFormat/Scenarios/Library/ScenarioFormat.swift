// The format of scenario files, as editors and `explain` have it.

extension ScenarioLibrary {
    /// The JSON Schema of a scenario's document.
    package static let schema = SchemaWriter.text(
        of: .scenario,
        title: "Hatpin scenario",
        id: "scenario-1.schema.json"
    )

    /// The reference of the format that this version reads.
    package static let reference = FormatReference(of: .scenario, pages: ["party"])

    /// The meaning of the key at a path such as `leaf.valid`; nil where none is there.
    ///
    /// The empty path is the scenario itself.
    package static func help(for path: String) -> KeyHelp? { Shape.scenario.help(for: path) }

    /// The paths of keys that have a name of their own, such as `leaf.valid`, the shortest first.
    package static var keyPaths: [String] { Shape.scenario.keyPaths }
}
