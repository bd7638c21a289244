/// A table as a heat map: each cell has a colour, a mark with the same meaning, and a link to its
/// results.
struct MapTable {
    /// A cell with a result.
    struct Tile {
        let style: StaticString
        /// The text of the cell: a mark and a number.
        let text: String
        /// The meaning of the cell in words, for tooltips and screen readers.
        let words: String
        /// The anchor of the cell's results.
        let anchor: Anchor
    }

    /// The name of the table for screen readers.
    let label: StaticString
    /// The heading of the column with the names of the rows.
    let corner: StaticString
    let columns, rows: [String]
    /// The name of a last row with totals; nil if there is no such row.
    var foot: String?

    /// Writes the table.
    ///
    /// - Parameters:
    ///   - html: the page.
    ///   - tile: returns the cell in a row and a column; nil for a cell without a result. The row
    ///     after the last is the row of totals.
    func write(to html: inout HTML, tile: (_ row: Int, _ column: Int) -> Tile?) {
        html.element(
            "div",
            .style("scroll"),
            .fixed("tabindex", "0"),
            .fixed("role", "region"),
            .label(label.description)
        ) { html in
            html.element("table", .style("map")) { html in
                html.element("thead") { head(&$0) }
                html.element("tbody") { html in
                    for row in rows.indices { write(rows[row], row, tile, to: &html) }
                }
                guard let foot else { return }
                html.element("tfoot") { write(foot, rows.count, tile, to: &$0) }
            }
        }
    }

    private func head(_ html: inout HTML) {
        html.begin("tr")
        html.begin("th", .fixed("scope", "col"))
        html.literal(corner)
        for column in columns {
            html.begin("th", .fixed("scope", "col"))
            html.escape(column)
        }
    }

    private func write(
        _ name: String,
        _ row: Int,
        _ tile: (Int, Int) -> Tile?,
        to html: inout HTML
    ) {
        html.begin("tr")
        html.begin("th", .fixed("scope", "row"))
        html.escape(name)
        for column in columns.indices {
            guard let tile = tile(row, column) else {
                html.begin("td")
                continue
            }
            html.begin("td", .style(tile.style))
            html.element("a", .to(tile.anchor), .described(tile.words), text: tile.text)
        }
    }
}
