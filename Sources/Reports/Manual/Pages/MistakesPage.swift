import Lint

extension ManualPage {
    /// The mistakes in owners' files that reviews name.
    static let mistakes = ManualPage(
        name: "mistakes",
        title: "Mistakes in configurations",
        about: """
            The mistakes in files of applications and servers that Hatpin names, each with its line, \
            its consequence and its fix. A comment `hatpin:allow ID reason` on the line of a \
            mistake, or on the line before, takes its finding out. In tests, in debug builds and for \
            hosts of one's own machine or network a finding weighs less.
            """
    ) {
        let gravities = """
            | severity | meaning |
            | --- | --- |
            | critical | an attacker on the path needs nothing, or a certificate for any name |
            | high | pins do nothing, or http is allowed |
            | high (outage) | the app crashes at launch, or every server is refused |
            | medium | some hosts only, or the attacker needs a certificate for the host |
            | low | an outage to come, or hygiene |
            | note | no fault |

            """
        // Elements stand in code spans, in which an escape would be shown.
        let tables = Review.tables.map { table in
            let rows = table.rules.sorted { $0.id < $1.id }.map { rule in
                [
                    Markdown.code(rule.id), rule.severity.words(isOutage: rule.isOutage),
                    rule.about.replacing("|", with: "\\|"),
                ]
            }
            return "\n## \(table.system)\n\n"
                + Markdown.table(["id", "severity", "mistake"], rows)
        }
        return gravities + tables.joined()
    }
}
