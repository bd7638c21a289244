/// Tables of results by group, in the form that the script filters.
struct ResultGroups<Row> {
    /// The CSS classes of the tables; `words` is one of them if the last column has words, not
    /// times.
    var style: StaticString = "results words"
    /// The column heads.
    ///
    /// The script reads the name in the second column, the party in the third, more text to search
    /// in the fourth, and the severity in the fifth.
    let columns: [StaticString]
    let groups: [(name: String, summary: String, rows: [Row])]

    /// Writes a section of all results, with a table for each group that the reader can unfold.
    ///
    /// - Parameters:
    ///   - heading: the heading of the section.
    ///   - about: a sentence that explains how to read the section.
    ///   - html: the page.
    ///   - row: writes one row with all its cells.
    func write(
        _ heading: StaticString,
        about: String,
        to html: inout HTML,
        row: (Row, inout HTML) -> Void
    ) {
        html.section("results", heading) { html in
            html.element("p", .style("faint"), text: about)
            for group in groups {
                html.element(
                    "details",
                    .id(Anchor("group-\(group.name)")),
                    .data(.group, group.name)
                ) { html in
                    html.element("summary") { html in
                        html.escape(group.name)
                        html.element("small", text: " \(group.summary)")
                    }
                    table(group.rows, to: &html, row)
                }
            }
            html.element("p", .fixed("id", "none"), .alone("hidden")) {
                $0.literal("No result matches the filter.")
            }
        }
    }

    private func table(_ rows: [Row], to html: inout HTML, _ row: (Row, inout HTML) -> Void) {
        html.element("div", .style("scroll"), .fixed("tabindex", "0")) { html in
            html.element("table", .style(style)) { html in
                html.element("thead") { html in
                    html.begin("tr")
                    for column in columns {
                        html.begin("th", .fixed("scope", "col"))
                        html.literal(column)
                    }
                }
                html.element("tbody") { html in
                    for one in rows { row(one, &html) }
                }
            }
        }
    }
}
