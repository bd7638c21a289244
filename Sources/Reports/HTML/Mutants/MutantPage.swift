import Basics
import ClientModels
import Runner
import X509

/// A mutation test as one web page: for each check of a policy, whether a scenario tests it.
package struct MutantPage {
    private let report: MutantReport

    package init(_ report: MutantReport) {
        self.report = report
    }

    private var entries: [MutantReport.Entry] { report.entries }

    private var faults: [MutantReport.Entry] { entries.filter(\.standing.isFault) }

    /// The policies, in the order of their first check.
    private var policies: [String] {
        var seen: Set<String> = []
        return entries.flatMap(\.mutant.policies).filter { seen.insert($0).inserted }
    }

    /// The document.
    package var document: String {
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if !faults.isEmpty { page.sections.append(("gaps", "Gaps")) }
        page.sections += [("map", "Policies and checks"), ("results", "Checks")]
        return page.document { html in
            header(&html)
        } main: { html in
            FilterForm(
                outcomes: ("Status", MutantReport.Standing.allCases.map(\.rawValue)),
                groups: ("Policy", policies)
            ).write(to: &html)
            if !faults.isEmpty { gaps(&html) }
            map(&html)
            checks(&html)
        }
    }

    // MARK: The summary

    private var verdict: String {
        let all = Prose.count(entries.count, "check")
        guard !faults.isEmpty else { return "Scenarios test all of \(all)" }
        return "\(faults.count) of \(all) \(faults.count == 1 ? "is" : "are") not tested"
    }

    private func header(_ html: inout HTML) {
        html.element("ul", .style("counts")) { html in
            for standing in MutantReport.Standing.allCases {
                let count = entries.count { $0.standing == standing }
                guard count > 0 else { continue }
                html.count(
                    "\(standing.glyph) \(count) \(standing.rawValue)",
                    style: standing.style,
                    leadingTo: standing.rawValue
                )
            }
        }
        html.element("dl", .style("facts")) { html in
            html.fact("Pairs", "\(report.pairs)")
            html.fact("Seed", "\(report.seed)")
            html.fact("Now", report.now.description)
            html.fact("Took", Prose.duration(Int(report.elapsed)))
            html.fact("Unfit", report.unfit.beginning)
        }
    }

    // MARK: The sections

    private func gaps(_ html: inout HTML) {
        html.section("gaps", "Gaps") { html in
            for entry in faults {
                html.element("article") { html in
                    html.element("h3") { html in
                        html.element(
                            "span",
                            .style(entry.standing.style),
                            text: entry.standing.rawValue
                        )
                        html.escape(" \(entry.mutant.name)")
                    }
                    html.element("dl") { html in
                        html.fact("About", entry.mutant.about)
                        html.fact("Source", entry.mutant.source)
                        html.fact("By", entry.killer?.pair ?? "")
                        html.fact("Because", entry.proof ?? "")
                        html.fact("Fix", entry.fix)
                    }
                }
            }
        }
    }

    private func map(_ html: inout HTML) {
        let policies = policies
        html.section("map", "Policies and checks") { html in
            html.element("p", .style("faint")) { html in
                html.literal(
                    """
                    Each check that a policy makes: ✓ a scenario fails without the check, ✗ no \
                    scenario fails without it. A cell links to the scenario.
                    """
                )
            }
            MapTable(
                label: "Policies and checks",
                corner: "Check",
                columns: policies,
                rows: entries.map(\.mutant.name)
            ).write(to: &html) { row, column in
                let entry = entries[row]
                guard entry.mutant.policies.contains(policies[column]) else { return nil }
                return MapTable.Tile(
                    style: entry.standing.style,
                    text: entry.standing.glyph,
                    words:
                        "\(entry.standing.rawValue)\(entry.killer.map { " by \($0.pair)" } ?? "")",
                    anchor: Anchor(
                        filter: ["group": policies[column], "q": entry.mutant.name]
                    )
                )
            }
        }
    }

    private func checks(_ html: inout HTML) {
        ResultGroups(
            columns: ["Status", "Check", "Outcome without it", "Killed by, or reason", "About"],
            groups: policies.map { policy in
                let own = entries.filter { $0.mutant.policies.contains(policy) }
                return (policy, Prose.count(own.count, "check"), own)
            }
        ).write("Checks", about: "Select a policy to see its table.", to: &html) { entry, html in
            html.row(
                entry.standing.rawValue,
                entry.standing.style,
                [
                    "\(entry.standing.glyph) \(entry.standing.rawValue)", entry.mutant.name,
                    entry.killer?.outcome.rawValue ?? "", entry.killer?.pair ?? entry.proof ?? "",
                    entry.mutant.about,
                ]
            )
        }
    }
}

extension Mutant {
    /// The names under which the page groups the check: its profiles, or the names of its layer.
    fileprivate var policies: [String] {
        if case .path(let profiles) = layer { profiles } else { layer.names }
    }
}

extension MutantReport.Standing {
    /// The CSS class for the state of a mutant.
    fileprivate var style: StaticString {
        switch self {
        case .survived, .disproved: "bad"
        case .killed: "good"
        case .equivalent: "faint"
        }
    }
}
