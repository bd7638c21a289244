import Basics
import Campaigns

/// A campaign as one web page: unexplained disagreements with their smallest setups, and known
/// differences.
package struct CampaignPage {
    private let report: CampaignReport
    private let findings: [DisagreementReport]
    private let rate: Int?

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - report: the results of the campaign.
    ///   - findings: the unexplained disagreements, with their smallest setups.
    ///   - rate: the number of cases that this run judged per second; nil if it judged no case.
    package init(_ report: CampaignReport, _ findings: [DisagreementReport], rate: Int?) {
        (self.report, self.findings, self.rate) = (report, findings, rate)
    }

    /// The document.
    package var document: String {
        let rows = report.rows
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if hasFindings { page.sections.append(("findings", "Findings")) }
        if !rows.isEmpty { page.sections.append(("results", "All disagreements")) }
        return page.document { html in
            html.element("dl", .style("facts")) { facts(&$0) }
        } main: { html in
            if hasFindings { findings(&html) }
            guard !rows.isEmpty else { return }
            // The filter applies to the table below it, not to the findings above it.
            FilterForm(
                outcomes: ("Status", Set(rows.map(\.standing)).sorted()),
                groups: ("Oracle", Self.oracles(of: rows))
            ).write(to: &html)
            table(rows, &html)
        }
    }

    private static func oracles(of rows: [CampaignReport.Row]) -> [String] {
        Set(rows.map(\.oracle)).sorted()
    }

    // MARK: The summary

    private var count: Int { report.ledger.unexplained + report.excesses.count }

    private var hasFindings: Bool { count > 0 || !findings.isEmpty }

    private var verdict: String {
        let cases = Prose.count(report.ledger.cases, "case")
        guard hasFindings else { return "No finding in \(cases)" }
        return "\(Prose.count(count, "finding")) in \(cases)"
    }

    private func facts(_ html: inout HTML) {
        html.fact("Campaign", "\(report.seed)")
        html.fact("Cases", FuzzStatus.grouped(report.ledger.cases))
        html.fact("Rate", rate.map { FuzzStatus.grouped($0) + "/s" } ?? "")
        html.fact("Oracles", report.oracles.joined(separator: ", "))
        html.fact("Disagreements", FuzzStatus.grouped(report.ledger.disagreements))
        html.fact("Buckets", FuzzStatus.grouped(report.ledger.entries.count))
        html.fact("Unexplained", "\(report.ledger.unexplained)")
    }

    // MARK: The sections

    private func findings(_ html: inout HTML) {
        html.section("findings", "Findings") { html in
            for excess in report.excesses {
                html.element("article") { html in
                    html.element("h3", text: excess)
                }
            }
            for finding in findings { write(finding, &html) }
        }
    }

    private func write(_ finding: DisagreementReport, _ html: inout HTML) {
        let bucket = finding.bucket
        html.element("article", .id(Anchor(finding.name))) { html in
            html.element("h3") { html in
                html.element("span", .style("bad")) { $0.literal("✗") }
                html.escape(" \(report.kind.standard) and \(bucket.oracle)")
            }
            html.element("dl") { html in
                html.fact("Hatpin says", bucket.ours)
                html.fact("The oracle says", bucket.theirs)
                html.fact("Defects", bucket.defects.joined(separator: ", "))
                html.fact("Cases", report.ledger.entries[bucket].map { "\($0.count)" } ?? "")
                html.fact("Because", finding.said)
                html.fact("Also", finding.remark ?? "")
                html.fact("Again") { $0.command(finding.command) }
            }
            guard let scenario = finding.scenario else {
                html.element("p", .style("faint")) {
                    $0.literal("The setup cannot be written as a scenario.")
                }
                return
            }
            html.folded("the smallest setup", scenario)
        }
    }

    private func table(_ rows: [CampaignReport.Row], _ html: inout HTML) {
        ResultGroups(
            columns: [
                "Status", "Hatpin says", "The oracle says", "Cases", "Buckets", "Defects",
                "First case",
            ],
            groups: Self.oracles(of: rows).map { oracle in
                let own = rows.filter { $0.oracle == oracle }
                let cases = Ledger.sum(own.map(\.cases))
                return (oracle, Prose.count(cases, "disagreement"), own)
            }
        ).write(
            "All disagreements",
            about: "Select an oracle to see its table, which has a row for each kind of "
                + "disagreement with "
                + "\(report.kind.standard).",
            to: &html
        ) { row, html in
            html.row(
                row.standing,
                row.explanation == nil ? "bad" : "faint",
                [
                    row.explanation.map { "~ \($0)" } ?? "✗ finding", row.ours, row.theirs,
                    "\(row.cases)", "\(row.buckets)", row.defects, "\(row.first)",
                ]
            )
        }
    }
}

extension CampaignReport.Row {
    /// The status of the row, as the filter names it.
    fileprivate var standing: String { explanation == nil ? "finding" : "known" }
}
