import Basics
import Lint
import Runner

/// The changes between two configurations as one web page.
package struct ChangePage {
    private let changes: [AuditChange]
    private let mistakes: [ChangeLine]

    /// - Parameters:
    ///   - changes: the changes of configurations.
    ///   - mistakes: the changes in the findings of a file.
    package init(_ changes: [AuditChange], _ mistakes: FindingChange) {
        self.changes = changes.filter { $0.isWorse || $0.isBetter }
        self.mistakes = mistakes.lines
    }

    /// The document.
    package var document: String {
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if !mistakes.isEmpty { page.sections.append(("mistakes", "Findings in files")) }
        if !changes.isEmpty { page.sections.append(("changes", "Decisions")) }
        return page.document { _ in
        } main: { html in
            if !mistakes.isEmpty {
                html.section("mistakes", "Findings in files") { write(mistakes, to: &$0) }
            }
            if !changes.isEmpty { html.section("changes", "Decisions") { decisions(&$0) } }
        }
    }

    private var verdict: String {
        let lines = mistakes + changes.flatMap(\.lines)
        let worse = lines.count(where: \.isWorse)
        guard !lines.isEmpty else { return "Nothing became weaker or stronger" }
        guard worse > 0 else { return "Nothing became weaker" }
        return "\(Prose.count(worse, "change")) for the worse"
    }

    private func decisions(_ html: inout HTML) {
        for change in changes {
            html.element("article") { html in
                html.element("h3") { html in
                    html.escape(change.party)
                    if let hosts = change.hosts.hostWords { html.escape(" for \(hosts)") }
                }
                write(change.lines, to: &html)
            }
        }
    }

    private func write(_ lines: [ChangeLine], to html: inout HTML) {
        for line in lines {
            html.element("p") { html in
                html.element("strong", .style(line.isWorse ? "bad" : "good"), text: line.label)
                html.escape(" \(line.words)")
            }
            guard !line.cases.isEmpty else { continue }
            html.element("details") { html in
                html.element("summary", text: Prose.count(line.cases.count, "test case"))
                html.element("ul", .style("ids")) { html in
                    for id in line.cases {
                        html.begin("li")
                        html.escape(id)
                    }
                }
            }
        }
    }
}
