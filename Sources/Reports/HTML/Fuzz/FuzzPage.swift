import Basics

/// The fuzzing of targets as one web page: the findings, and the statistics of the jobs.
package struct FuzzPage {
    private let results: [FuzzResult]
    private let total: FuzzStatistics
    private let faults: [String: FoundFault]

    /// - Parameters:
    ///   - results: the results of each target.
    ///   - total: the statistics of all targets together.
    ///   - faults: the reports of findings, by the folders of the findings.
    package init(_ results: [FuzzResult], total: FuzzStatistics, faults: [String: FoundFault]) {
        (self.results, self.total, self.faults) = (results, total, faults)
    }

    /// The document.
    package var document: String {
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if !crashes.isEmpty { page.sections.append(("findings", "Findings")) }
        page.sections.append(("results", "Targets"))
        return page.document { html in
            html.element("dl", .style("facts")) { facts(&$0) }
        } main: { html in
            if !crashes.isEmpty { crashes(&html) }
            targets(&html)
        }
    }

    // MARK: The summary

    /// The crashes of all targets, new crashes first.
    private var crashes: [(target: String, crash: FuzzResult.Crash)] {
        let all = results.flatMap { result in
            result.crashes.sorted { $0.folder < $1.folder }.map { (result.target, $0) }
        }
        return all.filter(\.1.isNew) + all.filter { !$0.1.isNew }
    }

    private var verdict: String {
        let tried = Prose.count(results.count, "target")
        guard !crashes.isEmpty else { return "No finding in \(tried)" }
        let new = crashes.count { $0.crash.isNew }
        return "\(Prose.count(crashes.count, "finding")) in \(tried), \(new) new"
    }

    private func facts(_ html: inout HTML) {
        html.fact("Targets", results.map(\.target).beginning)
        html.fact("Executions", FuzzStatus.grouped(total.executions))
        html.fact("Rate", FuzzStatus.grouped(total.rate) + "/s")
        html.fact("New inputs", FuzzStatus.grouped(total.newUnits))
        html.fact("Memory", "\(FuzzStatus.grouped(total.peakMemory)) MB at most")
        let dropped = results.reduce(0) { $0 + $1.dropped }
        html.fact("Not examined", dropped > 0 ? Prose.count(dropped, "more input") : "")
    }

    // MARK: The sections

    private func crashes(_ html: inout HTML) {
        html.section("findings", "Findings") { html in
            for (target, crash) in crashes {
                html.element("article", .id(Anchor(crash.folder))) { html in
                    html.element("h3") { html in
                        html.element("span", .style(crash.isNew ? "bad" : "odd")) {
                            $0.literal(crash.isNew ? "new" : "known")
                        }
                        html.escape(" \(target)")
                    }
                    write(crash, &html)
                }
            }
        }
    }

    private func write(_ crash: FuzzResult.Crash, _ html: inout HTML) {
        let fault = faults[crash.folder]
        html.element("dl") { html in
            html.fact("Seen", crash.count == 1 ? "once" : "\(crash.count) times")
            html.fact("Evidence", crash.folder + "/")
            if let fault {
                html.fact("Because") { html in
                    html.element("pre", .fixed("tabindex", "0"), text: fault.reason)
                }
                html.fact("Again") { $0.command(fault.command) }
            }
        }
        if let fault { html.folded("the report", fault.text) }
    }

    /// A row of the table: a target, or its jobs of one kind.
    private struct Row {
        let standing, target, jobs, coverage, end: String
        let executions, rate, findings: Int
    }

    private func rows(of result: FuzzResult) -> [Row] {
        let whole = Row(
            standing: Self.standing(result.crashes.count),
            target: result.target,
            jobs: "all",
            coverage: FuzzStatus.grouped(result.coverage),
            end: result.end.text,
            executions: result.statistics.executions,
            rate: result.statistics.rate,
            findings: result.crashes.count
        )
        // If all jobs are of one kind, the target has one row in the table.
        guard result.kinds.count > 1 else { return [whole] }
        let kinds = JobKind.allCases.compactMap { kind in
            result.kinds[kind].map { statistics in
                Row(
                    standing: Self.standing(statistics.findings),
                    target: result.target,
                    jobs: kind.rawValue,
                    coverage: "",
                    end: "",
                    executions: statistics.executions,
                    rate: statistics.rate,
                    findings: statistics.findings
                )
            }
        }
        return [whole] + kinds
    }

    private static func standing(_ findings: Int) -> String {
        findings > 0 ? "finding" : "none"
    }

    private func targets(_ html: inout HTML) {
        let rows = results.flatMap(rows)
        FilterForm(
            outcomes: ("Status", Set(rows.map(\.standing)).sorted()),
            parties: [],
            groups: ("Group", [])
        ).write(to: &html)
        ResultGroups(
            columns: [
                "Status", "Target", "Jobs", "Ended", "Executions", "Rate", "Coverage", "Findings",
            ],
            groups: [("Targets", Prose.count(results.count, "target"), rows)]
        ).write("Targets", about: "How much was tried, by each kind of jobs.", to: &html) {
            row,
            html in
            html.row(
                row.standing,
                row.findings > 0 ? "bad" : "good",
                [
                    row.findings > 0 ? "✗ finding" : "✓ none", row.target, row.jobs, row.end,
                    FuzzStatus.grouped(row.executions), FuzzStatus.grouped(row.rate) + "/s",
                    row.coverage, "\(row.findings)",
                ]
            )
        }
    }
}
