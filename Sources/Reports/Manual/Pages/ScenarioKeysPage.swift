import ScenarioFormat

extension ManualPage {
    /// The keys of scenario files, from the shape that reads them.
    static let scenarioKeys = ManualPage(
        name: "scenario-keys",
        title: "Keys of scenario files",
        about: """
            Every key, what it takes and what it means. [Scenario format](../scenario-format.md) \
            says how a file is put together. `hatpin explain leaf.valid` shows one key, \
            `hatpin schema` is the same for editors.
            """
    ) {
        KeysPage.text(of: ScenarioLibrary.reference)
    }
}
