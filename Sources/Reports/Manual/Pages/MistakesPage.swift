import Lint

extension ManualPage {
    /// The page of Lint's rules for configurations and source code.
    static let mistakes = ManualPage(
        name: "mistakes",
        title: "Mistakes in configurations",
        about: """
            The mistakes in configurations and source code that `hatpin audit` reports, each with \
            its line, impact and fix. A comment `hatpin:allow ID reason` on the line of a mistake, \
            or on the line before, suppresses the finding. In tests, in debug builds and for local \
            hosts, findings are less severe.
            """
    ) {
        let severities = """
            | severity | meaning |
            | --- | --- |
            | critical | an attacker on the network path needs nothing, or only a certificate for a domain of their own |
            | high | pins have no effect, or http is allowed |
            | high (outage) | the app crashes at launch, or every connection fails |
            | medium | only some hosts are affected, or the attacker needs a certificate for the host |
            | low | a future outage, or a departure from good practice |
            | note | not a mistake |

            """
        // Element names are in code spans, where escape characters would be visible.
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
        return severities + tables.joined()
    }
}
