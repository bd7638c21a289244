import Forge
import Trust
import Wire

extension ManualPage {
    /// The catalogues that scenario files take words from.
    static let words = ManualPage(
        name: "words",
        title: "Words of scenario files",
        about: """
            The catalogues that scenarios choose from. `hatpin list reasons` (or `mutations`, \
            `behaviours`, `deviations`, `profiles`) shows one, `hatpin explain pin-mismatch` a word of it.
            """
    ) {
        """
        ## Reasons

        For `expect: { reject: … }`.

        \(table(Rejection.Code.ofRules.map { ($0.rawValue, $0.meaning, $0.source) }))
        ## Mutations

        Damage to a certificate, for `mutate`.

        \(table(Mutation.catalogue.map { ($0.name, $0.about, nil) }))
        ## Behaviours

        Misconduct of the server, for `server.behave`.

        \(table(Behaviour.catalogue.map { ($0.name, $0.about, nil) }))
        ## Deviations

        Faults of the server's handshake, for `server.handshake`; see [Handshakes](../handshakes.md).

        \(table(Catalogue.deviations.entries.map { ($0.name, $0.about, $0.source) }))
        ## Profiles

        For the party `reference:profile=…`; see [Profiles](../profiles.md).

        \(table(PathProfile.catalogue.map { ($0.name, $0.about, $0.source) }))
        """
    }

    private static func table(_ entries: [(name: String, about: String, source: String?)]) -> String
    {
        let rows = entries.map { entry in
            let source = entry.source.map { " (\($0))" } ?? ""
            return [Markdown.code(entry.name), Markdown.cell(entry.about + source)]
        }
        return Markdown.table(["word", "means"], rows)
    }
}
