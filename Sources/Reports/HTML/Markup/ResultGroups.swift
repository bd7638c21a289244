/// Tables of results by group, as the script filters them.
struct ResultGroups<Row> {
    /// The class of the tables: of results with a time at their end, or of words.
    var style: StaticString = "results words"
    /// The heads; the script takes the second for a name, the third for a party and the fourth for
    /// more to search in.
    let columns: [StaticString]
    let groups: [(name: String, summary: String, rows: [Row])]

    /// Writes a section of all results, a table for each group, which the reader opens.
    ///
    /// - Parameters:
    ///   - heading: of the section.
    ///   - about: in a sentence, how to read it.
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
