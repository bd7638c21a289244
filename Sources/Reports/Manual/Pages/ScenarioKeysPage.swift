import ScenarioFormat

extension ManualPage {
    /// The page of the keys of scenario files, generated from the code that reads them.
    static let scenarioKeys = ManualPage(
        name: "scenario-keys",
        title: "Keys of scenario files",
        about: """
            Every key, what it takes and what it means. [Scenario format](../scenario-format.md) \
            explains how to write a file. `hatpin explain leaf.valid` shows one key; \
            `hatpin schema` prints the schema for editors.
            """
    ) {
        KeysPage.text(of: ScenarioLibrary.reference)
    }
}
