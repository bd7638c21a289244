import Lint

extension ManualPage {
    /// The page of the keys of rules for source code, generated from the code that reads them.
    static let sourceRules = ManualPage(
        name: "source-rules",
        title: "Rules for source code",
        about: """
            Every key of a file in `Rules`, what it takes and what it means. \
            [Source rules](../source-rules.md) explains how to write one. `hatpin schema rule` prints \
            the same for editors.
            """
    ) { KeysPage.text(of: SourceRules.reference) }
}
