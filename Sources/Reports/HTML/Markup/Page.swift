/// A whole page: its head, landmarks, style and script.
struct Page {
    /// The title of the window, and the first heading.
    let title, heading: String
    /// The sections that links at the top of the page lead to.
    var sections: [(anchor: StaticString, name: StaticString)] = []

    /// Returns the document.
    ///
    /// - Parameters:
    ///   - header: writes the summary below the first heading.
    ///   - main: writes the sections.
    /// - Returns: the markup from the document type to the end.
    func document(header: (inout HTML) -> Void, main: (inout HTML) -> Void) -> String {
        var html = HTML()
        html.doctype()
        html.element("html", .fixed("lang", "en")) { html in
            html.element("head") { head(&$0) }
            html.element("body") { html in
                html.element("a", .style("skip"), .to(Anchor(fixed: "main"))) {
                    $0.literal("Skip to the results")
                }
                html.element("header") { html in
                    html.element("p", .style("tool"), text: Tool.name)
                    html.element("h1", text: heading)
                    header(&html)
                    navigation(&html)
                }
                html.element("main", .id(Anchor(fixed: "main")), .fixed("tabindex", "-1")) {
                    main(&$0)
                }
                html.raw(.script)
            }
        }
        return html.text
    }

    private func head(_ html: inout HTML) {
        html.begin("meta", .fixed("charset", "utf-8"))
        html.begin(
            "meta",
            .fixed("http-equiv", "Content-Security-Policy"),
            .policy([.style, .script])
        )
        html.begin(
            "meta",
            .fixed("name", "viewport"),
            .fixed("content", "width=device-width, initial-scale=1")
        )
        // The page's URL can contain hosts and parties of the reader, so browsers must not send it
        // to a server.
        html.begin("meta", .fixed("name", "referrer"), .fixed("content", "no-referrer"))
        html.element("title", text: title)
        html.raw(.style)
    }

    private func navigation(_ html: inout HTML) {
        html.element("nav", .label("Sections")) { html in
            for section in sections {
                html.element("a", .to(Anchor(fixed: section.anchor))) { $0.literal(section.name) }
            }
        }
    }
}

extension HTML {
    /// Writes a section with its heading.
    mutating func section(
        _ anchor: StaticString,
        _ heading: StaticString,
        _ body: (inout HTML) -> Void
    ) {
        element("section", .id(Anchor(fixed: anchor)), .label(heading.description)) { html in
            html.element("h2") { $0.literal(heading) }
            body(&html)
        }
    }

    /// Writes a term and its value in a `dl`; writes nothing if the value is empty.
    mutating func fact(_ term: StaticString, _ value: String) {
        guard !value.isEmpty else { return }
        fact(term) { $0.escape(value) }
    }

    /// Writes a term and its value in a `dl`.
    mutating func fact(_ term: StaticString, _ value: (inout HTML) -> Void) {
        element("div") { html in
            html.element("dt") { $0.literal(term) }
            html.element("dd") { value(&$0) }
        }
    }

    /// Writes a command with a button that copies it.
    mutating func command(_ command: String) {
        element("code", .style("copy"), text: command)
    }

    /// Writes a list item: a number of results, as a link to the results with this outcome.
    ///
    /// - Parameters:
    ///   - words: the number, and the outcome with its glyph.
    ///   - style: the style of the outcome.
    ///   - outcome: the outcome, as the filter names it.
    mutating func count(_ words: String, style: StaticString, leadingTo outcome: String) {
        element("li") { html in
            html.element(
                "a",
                .style(style),
                .to(Anchor(filter: ["outcome": outcome])),
                text: words
            )
        }
    }
}
