import Basics
import ScenarioFormat

/// The attack catalogue as one web page: the attacks that scenarios cover, group by group.
package struct CoveragePage {
    private typealias Standing = Coverage.Row.Standing

    private let groups: [Coverage.Group]

    package init(_ coverage: Coverage) {
        self.init(groups: coverage.groups)
    }

    init(groups: [Coverage.Group]) {
        self.groups = groups
    }

    /// The document.
    package var document: String {
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        page.sections = [("map", "Groups"), ("results", "Attacks")]
        return page.document { html in
            html.element("ul", .style("counts")) { counts(&$0) }
        } main: { html in
            FilterForm(
                outcomes: ("Status", Standing.allCases.map(\.rawValue)),
                groups: ("Group", groups.map(\.group.name))
            ).write(to: &html)
            map(&html)
            rows(&html)
        }
    }

    // MARK: The summary

    private func number(_ standing: Standing) -> Int {
        groups.map { $0.count(standing) }.reduce(0, +)
    }

    private var verdict: String {
        let (open, all) = (number(.open), groups.map(\.rows.count).reduce(0, +))
        let rows = Prose.count(all, "attack")
        return open == 0
            ? "All of \(rows) are covered or explained"
            : "\(open) of \(rows) \(open == 1 ? "is" : "are") open"
    }

    private func counts(_ html: inout HTML) {
        for standing in Standing.allCases where number(standing) > 0 {
            html.count(
                "\(standing.glyph) \(number(standing)) \(standing.rawValue)",
                style: standing.style,
                leadingTo: standing.rawValue
            )
        }
    }

    // MARK: The sections

    private func map(_ html: inout HTML) {
        let standings = Standing.allCases
        html.section("map", "Groups") { html in
            html.element("p", .style("faint")) { html in
                html.literal(
                    """
                    Attacks that scenarios cover, attacks that no scenario can cover, with the reason, \
                    and open attacks. Select a cell to see its attacks.
                    """
                )
            }
            MapTable(
                label: "Groups",
                corner: "Group",
                columns: standings.map(\.rawValue),
                rows: groups.map { "\($0.group.name): \($0.group.about)" }
            ).write(to: &html) { row, column in
                let (group, standing) = (groups[row], standings[column])
                let count = group.count(standing)
                guard count > 0 else { return nil }
                return MapTable.Tile(
                    style: standing.style,
                    text: "\(standing.glyph) \(count)",
                    words: "\(count) of \(group.rows.count) \(standing.rawValue)",
                    anchor: Anchor(
                        filter: ["outcome": standing.rawValue, "group": group.group.name]
                    )
                )
            }
        }
    }

    private func rows(_ html: inout HTML) {
        ResultGroups(
            columns: ["Status", "Id", "A correct client", "Attack", "Scenario or reason"],
            groups: groups.map { group in
                (group.group.name, group.group.about, group.rows)
            }
        ).write("Attacks", about: "Select a group to see its table.", to: &html) { row, html in
            let reason = row.scenarios.isEmpty ? [row.row.obstacle ?? ""] : row.scenarios
            html.row(
                row.standing.rawValue,
                row.standing.style,
                [
                    "\(row.standing.glyph) \(row.standing.rawValue)", row.row.id, row.row.verdict,
                    row.row.about, reason.joined(separator: ", "),
                ]
            )
        }
    }
}

extension Coverage.Row.Standing {
    fileprivate var glyph: String {
        switch self {
        case .covered: "✓"
        case .explained: "≡"
        case .open: "✗"
        }
    }

    fileprivate var style: StaticString {
        switch self {
        case .covered: "good"
        case .explained: "faint"
        case .open: "odd"
        }
    }
}
