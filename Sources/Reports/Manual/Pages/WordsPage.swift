import Crypto

extension ManualPage {
    /// The page of the catalogues whose words scenario files use.
    static let words = ManualPage(
        name: "words",
        title: "Words of scenario files",
        about: """
            The words that scenario files choose from. `hatpin list reasons` (or `mutations`, \
            `server-faults`, `violations`, `profiles`) lists one catalogue, \
            `hatpin explain pin-mismatch` explains one word.
            """
    ) {
        """
        ## Reasons

        The reasons for a rejection, in `expect: { reject: … }`.

        \(table(Catalogue.reasons.entries))
        ## Mutations

        Damage to a certificate, in `mutate`. In this table and the next two, *gains* is what an attacker gains
        from a client that accepts it; see [Severity](../scenario-format.md#how-is-severity-judged).

        \(tableOfDefects(Catalogue.mutations.entries))
        ## Server faults

        What the server does wrong apart from its certificates and its handshake, in `server.fault`.

        \(tableOfDefects(Catalogue.serverFaults.entries))
        ## Violations

        What the server does wrong in its handshake, in `server.handshake`; see [Handshakes](../handshakes.md).

        \(tableOfDefects(Catalogue.violations.entries))
        ## Profiles

        The rules of a verifier, in the party `reference:profile=…`; see [Profiles](../profiles.md).

        \(table(Catalogue.profiles.entries))
        """
    }

    private static func table(_ entries: [Catalogue.Entry]) -> String {
        Markdown.table(["word", "means"], entries.map(cells(of:)))
    }

    private static func tableOfDefects(_ entries: [Catalogue.Entry]) -> String {
        Markdown.table(
            ["word", "means", "gains"],
            entries.map { cells(of: $0) + [$0.gain?.rawValue ?? ""] }
        )
    }

    private static func cells(of entry: Catalogue.Entry) -> [String] {
        let source = entry.source.map { " (\($0))" } ?? ""
        return [Markdown.code(entry.name), Markdown.cell(entry.about + source)]
    }
}
