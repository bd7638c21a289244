import Basics
import Runner

/// A table with a row for each group of scenarios and a column for each party; each cell links to
/// its results.
struct HeatMap {
    /// The results of one cell, row or column.
    private struct Cell {
        var total = 0, failures = 0, weaknesses = 0, judged = 0
        /// The index of the most severe outcome in `Outcome.Kind.inOrder`.
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
                    Failures among all results of each group, with the mark of the most severe one; \
                    ◆ counts known weaknesses of the party. Select a cell to see its results.
                    """
                )
            }
            MapTable(
                label: "Parties and attacks",
                corner: "Group",
                columns: parties + ["All parties"],
                rows: groups,
                foot: "All groups"
            ).write(to: &html) { tile(row: $0, column: $1) }
        }
    }

    private func tile(row: Int, column: Int) -> MapTable.Tile? {
        let group = row < groups.count ? groups[row] : nil
        let party = column < parties.count ? parties[column] : nil
        switch (group, party) {
        case (let group?, let party?):
            let anchor = Anchor(filter: ["group": group, "party": party])
            return tile(cells[group]?[party], anchor)
        case (let group?, nil): return tile(rows[group], Anchor(filter: ["group": group]))
        case (nil, let party?): return tile(columns[party], Anchor(filter: ["party": party]))
        case (nil, nil): return tile(all, Anchor(filter: [:]))
        }
    }

    private func tile(_ cell: Cell?, _ anchor: Anchor) -> MapTable.Tile? {
        guard let cell else { return nil }
        let outcome = Outcome.Kind.inOrder[cell.worst]
        let count = cell.failures > 0 ? "\(cell.failures)/\(cell.total)" : "\(cell.total)"
        let weaknesses = cell.weaknesses > 0 ? " ◆\(cell.weaknesses)" : ""
        return MapTable.Tile(
            style: outcome.styleClass,
            text: "\(outcome.glyph) \(count)\(weaknesses)",
            words: words(cell, outcome),
            anchor: anchor
        )
    }

    private func words(_ cell: Cell, _ outcome: Outcome.Kind) -> String {
        var parts = [
            "\(cell.failures) of \(Prose.count(cell.total, "result")) not as expected",
            "\(cell.judged) judged",
        ]
        if cell.failures > 0 { parts.append("most severe: \(outcome.label)") }
        if cell.weaknesses > 0 {
            parts.append(Prose.count(cell.weaknesses, "weakness", plural: "weaknesses"))
        }
        return parts.joined(separator: ", ")
    }
}
