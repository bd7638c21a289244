import ScenarioFormat
import TLS

extension ManualPage {
    /// The page of the keys of server definitions, generated from the code that reads them.
    static let servers = ManualPage(
        name: "servers",
        file: "server-format",
        title: "Server definitions",
        about: """
            Every key of a file in `Servers`, what it takes and what it means. \
            [Servers](../servers.md) explains how to write one.
            """
    ) {
        """
        \(KeysPage.text(of: ClientLibrary.serverReference))
        ## Placeholders

        Names in braces are replaced by values of the case. Write `{{` and `}}` for braces. \
        `{options}` may also be in files.

        \(table(ClientLibrary.serverPlaceholders.map { ("{\($0.rawValue)}", $0.about) }))
        ## Abilities

        The words of `can`. A case that needs another ability is not applicable to the server.

        \(table(ClientAbility.ofServers.map { ($0.rawValue, $0.about) }))
        ## Probes

        The words of `probe`: the protocol in which Hatpin asks whether the server has accepted the client.

        \(table(ProbeProtocol.catalogue.map { ($0.name, $0.about) }))
        ## Violations of clients

        The words of `connects: handshake` in scenarios.

        \(table(ClientViolation.catalogue.map { ($0.name, $0.about) }))
        """
    }
}
