import Basics
import Lint
import Runner
import ScenarioFormat

/// A finding in a file, with its line.
struct FindingArticle {
    let finding: Finding
    let file: String
    /// Whether an earlier article shows the same fix.
    let sharesFix: Bool

    func write(to html: inout HTML) {
        html.element("article", .data(.severity, finding.severity.rawValue)) { html in
            html.element("h3") { html in
                html.element("span", .style(finding.severity.style), text: finding.severityWords)
                html.escape(" \(finding.problem) ")
                html.element("small", text: finding.rule)
            }
            html.element("p", .style("faint"), text: place)
            if let span = finding.place { quotation(span, finding.label, &html) }
            for related in finding.related { quotation(related.place, related.label, &html) }
            html.element("dl") { html in
                html.fact("Impact", finding.impact)
                if let fix = finding.fix { html.fact("Fix", fix.words) }
                for note in finding.notes { html.fact("Also", note) }
            }
            fixed(&html)
        }
    }

    private var place: String {
        guard let mark = finding.place?.mark else { return file }
        return "\(file):\(mark.line):\(mark.column)"
    }

    private func quotation(_ span: Span, _ label: String, _ html: inout HTML) {
        let line = Array(span.line)
        let start = min(max(0, span.column - 1), line.count)
        let end = min(start + span.length, line.count)
        html.element("pre", .fixed("tabindex", "0")) { html in
            html.escape("\(span.mark.line) | " + String(line[..<start]))
            html.inline("mark", text: String(line[start..<end]))
            html.escape(String(line[end...]))
            if !label.isEmpty { html.inline("small", text: "  ← \(label)") }
        }
    }

    private func fixed(_ html: inout HTML) {
        guard !sharesFix, let lines = finding.fix?.lines, !lines.isEmpty else { return }
        let text = lines.map { "\($0.number) | \($0.text)" }.joined(separator: "\n")
        html.folded("the lines after the fix", text)
    }
}

/// A weakness: setups that a configuration or a system accepts and a correct client rejects.
struct WeaknessArticle {
    let weakness: Audit.Weakness
    /// The fix in words.
    let fix: String
    /// The command that shows the weakness again; nil for a weakness of a system.
    let again: String?

    func write(to html: inout HTML) {
        let severity = weakness.exposure.severity
        html.element("article", .data(.severity, severity.rawValue)) { html in
            html.element("h3") { html in
                html.element("span", .style(severity.style), text: severity.rawValue)
                html.escape(" an attacker needs \(weakness.exposure.attackerNeeds)")
            }
            html.element("dl") { html in
                html.fact("Fix", fix)
                html.fact("Accepted", weakness.reasonWords)
                if let again { html.fact("Run again") { $0.command(again) } }
            }
            html.element("details") { html in
                let count = Prose.count(weakness.scenarios.count, "test case")
                html.element("summary", text: "shown by \(count)")
                html.element("ul", .style("ids")) { html in
                    for scenario in weakness.scenarios {
                        html.begin("li")
                        html.escape(scenario.words)
                    }
                }
            }
        }
    }
}

extension Severity {
    /// The CSS class of the severity.
    var style: StaticString {
        switch self {
        case .critical, .high: "bad"
        case .medium, .low: "odd"
        case .note: "faint"
        }
    }
}
