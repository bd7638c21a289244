import ScenarioFormat

extension ManualPage {
    /// The keys of definitions, from the form that reads them.
    static let clients = ManualPage(
        name: "clients",
        file: "client-format",
        title: "Definitions of clients",
        about: """
            Every key of a file in `Clients`, what it takes and what it means. \
            [Clients](../clients.md) says how one is written. `hatpin schema client` is the same \
            for editors.
            """
    ) {
        """
        \(KeysPage.text(of: ClientLibrary.reference))
        ## Placeholders

        Names in braces, which stand for values of the case; `{{` and `}}` are braces.

        \(table(ClientPlaceholder.allCases.map { ("{\($0.rawValue)}", $0.about) }))
        ## Abilities

        For `can`: [Abilities](abilities.md) lists the words. A case that needs another ability is not \
        applicable to the client.

        ## Names

        For `names`: ways by which the host's name reaches the server on the loopback interface.

        \(table(NameRoute.allCases.map { ($0.rawValue, $0.about) }))
        ## Anchors

        For `anchor`.

        \(table(AnchorRoute.allCases.map { ($0.rawValue, $0.about) }))
        ## Ends

        For `ends`.

        \(table(EndRule.allCases.map { ($0.rawValue, $0.about) }))
        """
    }

    /// The words of `can` and `--can`.
    static let abilities = ManualPage(
        name: "abilities",
        title: "Abilities of clients",
        about: """
            What a client can do, beyond connecting to a host name with a root that it trusts. The key \
            `can` of a [definition](client-format.md) and the option `--can` of a command after `--` \
            take these words. A case that needs another ability is not applicable to the client.
            """
    ) {
        table(ClientAbility.allCases.map { ($0.rawValue, $0.about) })
    }

    private static func table(_ words: [(name: String, about: String)]) -> String {
        let rows = words.map { [Markdown.code($0.name), Markdown.cell($0.about)] }
        return Markdown.table(["word", "means"], rows)
    }
}
