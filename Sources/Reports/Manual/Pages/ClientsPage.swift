import ScenarioFormat
import TLS
import X509

extension ManualPage {
    /// The page of the keys of client definitions, generated from the code that reads them.
    static let clients = ManualPage(
        name: "clients",
        file: "client-format",
        title: "Client definitions",
        about: """
            Every key of a file in `Clients`, what it takes and what it means. \
            [Clients](../clients.md) explains how to write one. `hatpin schema client` prints \
            the schema for editors.
            """
    ) {
        """
        \(KeysPage.text(of: ClientLibrary.reference))
        ## Placeholders

        Names in braces are replaced by values of the case. Write `{{` and `}}` for braces.

        \(table(ClientLibrary.placeholders.map { ("{\($0.rawValue)}", $0.about) }))
        ## Abilities

        The words of `can`: see [Abilities](abilities.md). A case that needs another ability is not \
        applicable to the client.

        ## Protocols

        The words of `speaks`, and how TLS starts in each protocol; the first way is that of \
        `speaks: PROTOCOL`, and `speaks: { PROTOCOL: WAY }` states another. The last column is the \
        rule by which clients compare names.

        \(Markdown.table(["word", "protocol", "TLS starts", "names"], rowsOfProtocols))
        \(table(Transport.allCases.map { ($0.rawValue, $0.about) }))
        ## Witnesses

        The words of `witness`: what shows that the client has accepted the server.

        \(table(Witness.allCases.map { ($0.rawValue, $0.about) }))
        ## Names

        The words of `names`: how the host name resolves to the server on the loopback interface.

        \(table(NameRoute.allCases.map { ($0.rawValue, $0.about) }))
        ## Anchors

        The words of `anchor`: how the client receives its trust anchors.

        \(table(AnchorRoute.allCases.map { ($0.rawValue, $0.about) }))
        ## Ends

        The words of `ends`: when the client has decided.

        \(table(EndRule.allCases.map { ($0.rawValue, $0.about) }))
        """
    }

    /// The page of the words of `can` and `--can`.
    static let abilities = ManualPage(
        name: "abilities",
        title: "Abilities of clients",
        about: """
            What a client can do, beyond connecting to a host name with a root that it trusts. The key \
            `can` of a [definition](client-format.md) and the option `--can` of a command after `--` \
            take these words. A case that needs another ability is not applicable to the client.
            """
    ) {
        table(ClientAbility.ofClients.map { ($0.rawValue, $0.about) })
    }

    private static var rowsOfProtocols: [[String]] {
        ApplicationProtocol.catalogue.map { application in
            let ways = application.transports.map(\.rawValue).joined(separator: ", ")
            return [
                Markdown.code(application.name), Markdown.cell(application.about),
                Markdown.cell(ways), Markdown.cell(application.names.source),
            ]
        }
    }

    static func table(_ words: [(name: String, about: String)]) -> String {
        let rows = words.map { [Markdown.code($0.name), Markdown.cell($0.about)] }
        return Markdown.table(["word", "means"], rows)
    }
}
