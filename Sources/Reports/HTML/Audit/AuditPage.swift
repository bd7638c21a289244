import Basics
import Lint
import PathValidation
import Runner
import ScenarioFormat

/// An audit as one web page: findings in files, weaknesses of configurations, and audited systems.
struct AuditPage {
    let results: AuditResults

    /// The document.
    var document: String {
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if hasFindings { page.sections.append(("findings", "Findings in files")) }
        if !results.audits.isEmpty { page.sections.append(("audits", "Configurations")) }
        if !systems.isEmpty { page.sections.append(("systems", "Platforms")) }
        return page.document { html in
            header(&html)
        } main: { html in
            FilterForm(severities: severities + systemSeverities).write(to: &html)
            if hasFindings { findings(&html) }
            if !results.audits.isEmpty { audits(&html) }
            if !systems.isEmpty { systems(&html) }
        }
    }

    private var hasFindings: Bool { results.reviews.contains { !$0.findings.isEmpty } }

    private var systems: [Audit.System] {
        results.audits.systems.filter { !$0.weaknesses.isEmpty || !$0.refusals.isEmpty }
    }

    /// The severity of each finding, of each configuration that rejects every server, and of each
    /// weakness.
    private var severities: [Severity] {
        results.reviews.flatMap(\.findings).map(\.severity)
            + results.audits.filter(\.acceptsNothing).map { _ in .high }
            + results.audits.flatMap(\.weaknesses).map(\.exposure.severity)
    }

    private var systemSeverities: [Severity] {
        systems.flatMap(\.weaknesses).map(\.exposure.severity)
    }

    // MARK: The summary

    private var verdict: String {
        let faults = severities.filter { $0 != .note }
        if results.audits.contains(where: \.acceptsNothing) {
            return "A configuration rejects every server, even valid ones"
        }
        guard let mostSevere = faults.max() else {
            let isRead = results.scope.readFiles > 0 || !results.audits.isEmpty
            return isRead ? "No weakness found" : "No file was read"
        }
        let count = Prose.count(faults.count, "weakness", plural: "weaknesses")
        return "\(count) (highest severity: \(mostSevere.rawValue))"
    }

    private func header(_ html: inout HTML) {
        html.element("ul", .style("counts")) { html in
            for severity in Severity.allCases.reversed() {
                let count = severities.count { $0 == severity }
                guard count > 0 else { continue }
                html.element("li") { html in
                    html.element(
                        "a",
                        .style(severity.style),
                        .to(Anchor(filter: ["severity": severity.rawValue])),
                        text: severity == .note
                            ? Prose.count(count, "note") : "\(count) \(severity.rawValue)"
                    )
                }
            }
        }
        html.element("dl", .style("facts")) { html in
            html.fact("Configurations", results.audits.map(\.title).beginning)
            html.fact("Files", results.reviews.map(\.file).beginning)
            let read = results.scope.readFiles
            html.fact("Files read", read > 0 ? "\(read)" : "")
            let judged = results.audits.map(\.judged).reduce(0, +)
            html.fact("Test cases", judged > 0 ? "\(judged)" : "")
            html.fact("Options", results.options.joined(separator: " "))
            let failed = results.audits.flatMap(\.obstructions).count
            html.fact("Without a verdict", failed > 0 ? "\(failed)" : "")
            let left = results.audits.map(\.notApplicable).reduce(0, +)
            html.fact("Not applicable", left > 0 ? "\(left)" : "")
        }
        for words in results.notes { html.element("p") { words.write(to: &$0) } }
    }

    // MARK: The sections

    private func findings(_ html: inout HTML) {
        html.section("findings", "Findings in files") { html in
            for review in results.reviews {
                var fixes = FirstFixes()
                for (number, finding) in review.findings.enumerated() {
                    FindingArticle(
                        finding: finding,
                        file: review.file,
                        sharesFix: fixes.first(with: finding.fix, at: number) != nil
                    )
                    .write(to: &html)
                }
            }
        }
    }

    private func audits(_ html: inout HTML) {
        let text = AuditText(options: results.options, isWhole: true, hasColour: false, width: 88)
        html.section("audits", "Configurations") { html in
            for file in results.files where !file.unpinned.isEmpty {
                html.element("p") { html in
                    html.element("strong", text: file.path)
                    html.escape(" has no pin for \(file.unpinned.hostWords ?? "other hosts")")
                    html.literal(", unlike other hosts of the same domain.")
                }
            }
            for audit in results.audits {
                html.element("h3") { html in
                    html.escape(audit.title)
                    if let hosts = audit.hostWords { html.escape(" for \(hosts)") }
                    if let part = results.selection.partWords { html.escape(" (\(part))") }
                }
                if audit.acceptsNothing {
                    html.element("article", .data(.severity, Severity.high.rawValue)) { html in
                        for line in audit.verdictLines { html.element("p", text: line) }
                    }
                } else {
                    for line in audit.verdictLines { html.element("p", text: line) }
                }
                for weakness in audit.weaknesses {
                    let again = weakness.scenarios.first.map { text.command(for: audit.party, $0) }
                    let fix = weakness.remedyWords(in: audit)
                    WeaknessArticle(weakness: weakness, fix: fix, again: again).write(to: &html)
                }
                refusals(audit.refusals, of: audit.party.end.peer, &html)
            }
        }
    }

    private func systems(_ html: inout HTML) {
        html.section("systems", "Platforms") { html in
            html.element("p", .style("faint")) { html in
                html.literal("Weaknesses that a platform has with every configuration.")
            }
            for system in systems {
                html.element("h3", text: system.name)
                for weakness in system.weaknesses {
                    let fix = weakness.exposure.advice
                    WeaknessArticle(weakness: weakness, fix: fix, again: nil).write(to: &html)
                }
                refusals(system.refusals, of: RelyingEnd.client.peer, &html)
            }
        }
    }

    private func refusals(_ refusals: [Audit.Refusal], of peer: String, _ html: inout HTML) {
        guard !refusals.isEmpty else { return }
        html.element("details") { html in
            let count = Prose.count(refusals.count, "valid \(peer)")
            html.element("summary", text: "refuses \(count)")
            html.element("ul", .style("ids")) { html in
                for refusal in refusals {
                    html.element("li") { html in
                        html.escape("\(refusal.scenario.id): \(refusal.reason.meaning)")
                        if let words = refusal.words { html.element("small", text: " \(words)") }
                    }
                }
            }
        }
    }
}
