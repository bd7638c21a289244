import Reports
import Runner

/// A table of groups of scenarios and parties; each cell opens its results.
struct HeatMap {
    /// The results of one cell, row or column.
    private struct Cell {
        var total = 0, failures = 0, weaknesses = 0, judged = 0
        /// The place of the gravest outcome in `Outcome.Kind.inOrder`.
        var worst = Outcome.Kind.inOrder.count - 1

        mutating func count(_ judgement: JudgementRecord) {
            total += 1
            failures += judgement.outcome.isFailure ? 1 : 0
            weaknesses += judgement.weakness == nil ? 0 : 1
            judged += [.notApplicable, .notDelivered].contains(judgement.outcome) ? 0 : 1
            let rank = Outcome.Kind.inOrder.firstIndex(of: judgement.outcome) ?? worst
            worst = min(worst, rank)
        }
    }

    private let parties, groups: [String]
    private var cells: [String: [String: Cell]] = [:]
    private var rows: [String: Cell] = [:], columns: [String: Cell] = [:]
    private var all = Cell()

    init(_ judgements: [JudgementRecord]) {
        for judgement in judgements {
            cells[judgement.group, default: [:]][judgement.party, default: Cell()].count(judgement)
            rows[judgement.group, default: Cell()].count(judgement)
            columns[judgement.party, default: Cell()].count(judgement)
            all.count(judgement)
        }
        groups = rows.keys.sorted()
        parties = columns.keys.sorted()
    }

    func write(to html: inout HTML) {
        html.section("map", "Parties and attacks") { html in
            html.element("p", .style("faint")) { html in
                html.literal(
                    """
                    Failures of all results in each group, with the mark of the gravest; ◆ counts \
                    weaknesses that are known of the party. A cell opens its results.
                    """
                )
            }
            html.element(
                "div",
                .style("scroll"),
                .fixed("tabindex", "0"),
                .fixed("role", "region"),
                .label("Parties and attacks")
            ) { html in
                html.element("table", .style("map")) { table(&$0) }
            }
        }
    }

    private func table(_ html: inout HTML) {
        html.element("thead") { html in
            html.begin("tr")
            html.begin("th", .fixed("scope", "col"))
            html.literal("Group")
            for party in parties {
                html.begin("th", .fixed("scope", "col"))
                html.escape(party)
            }
            html.begin("th", .fixed("scope", "col"))
            html.literal("All parties")
        }
        html.element("tbody") { html in
            for group in groups { row(group, &html) }
        }
        html.element("tfoot") { html in
            html.begin("tr")
            html.begin("th", .fixed("scope", "row"))
            html.literal("All groups")
            for party in parties {
                cell(columns[party], Anchor(filter: ["party": party]), &html)
            }
            cell(all, Anchor(filter: [:]), &html)
        }
    }

    private func row(_ group: String, _ html: inout HTML) {
        html.begin("tr")
        html.begin("th", .fixed("scope", "row"))
        html.escape(group)
        for party in parties {
            let anchor = Anchor(filter: ["group": group, "party": party])
            cell(cells[group]?[party], anchor, &html)
        }
        cell(rows[group], Anchor(filter: ["group": group]), &html)
    }

    private func cell(_ cell: Cell?, _ anchor: Anchor, _ html: inout HTML) {
        guard let cell else { return html.begin("td") }
        let outcome = Outcome.Kind.inOrder[cell.worst]
        html.begin("td", .style(outcome.style))
        html.element("a", .to(anchor), .described(words(cell, outcome))) { html in
            html.escape("\(outcome.glyph) ")
            html.escape(cell.failures > 0 ? "\(cell.failures)/\(cell.total)" : "\(cell.total)")
            if cell.weaknesses > 0 { html.escape(" ◆\(cell.weaknesses)") }
        }
    }

    private func words(_ cell: Cell, _ outcome: Outcome.Kind) -> String {
        var parts = [
            "\(cell.failures) of \(Prose.count(cell.total, "result")) not as expected",
            "\(cell.judged) judged",
        ]
        if cell.failures > 0 { parts.append("the gravest: \(outcome.label)") }
        if cell.weaknesses > 0 {
            parts.append(Prose.count(cell.weaknesses, "weakness", plural: "weaknesses"))
        }
        return parts.joined(separator: ", ")
    }
}
