import Crypto

extension ManualPage {
    /// The catalogues that scenario files take words from.
    static let words = ManualPage(
        name: "words",
        title: "Words of scenario files",
        about: """
            The catalogues that scenarios choose from. `hatpin list reasons` (or `mutations`, \
            `server-faults`, `violations`, `profiles`) shows one, `hatpin explain pin-mismatch` a word of it.
            """
    ) {
        """
        ## Reasons

        For `expect: { reject: … }`.

        \(table(Catalogue.reasons.entries))
        ## Mutations

        Damage to a certificate, for `mutate`. In this table and the two below, *gains* is what an attacker has
        from a client that accepts it, as [Severity](../scenario-format.md#how-is-severity-judged) has it.

        \(tableOfDefects(Catalogue.mutations.entries))
        ## Server faults

        Faults of the server outside the handshake, for `server.fault`.

        \(tableOfDefects(Catalogue.serverFaults.entries))
        ## Violations

        Faults of the server's handshake, for `server.handshake`; see [Handshakes](../handshakes.md).

        \(tableOfDefects(Catalogue.violations.entries))
        ## Profiles

        For the party `reference:profile=…`; see [Profiles](../profiles.md).

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
