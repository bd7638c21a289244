import Basics
import Runner
import ScenarioFormat

/// A comparison as one web page: a map of parties and groups, and each combination of verdicts.
package struct ComparisonPage {
    /// Setups that get the same combination of verdicts.
    struct Difference {
        let truth: String
        /// The verdicts, in the order of the parties.
        let verdicts: [String]
        let setups: [(id: String, words: String)]
    }

    private let parties: [String]
    private let ways: [Difference]
    private let judged, leftOut: Int
    private let setups: [ComparedSetup]

    package init(_ comparison: Comparison) {
        self.init(
            parties: comparison.parties.map(\.name),
            comparison.differences.map { difference in
                Difference(
                    truth: difference.truth,
                    verdicts: difference.verdicts,
                    setups: difference.scenarios.map { ($0.id, $0.words) }
                )
            },
            judged: comparison.judged,
            leftOut: comparison.leftOut
        )
    }

    init(parties: [String], _ differences: [Difference], judged: Int, leftOut: Int) {
        (self.parties, ways) = (parties, differences)
        (self.judged, self.leftOut) = (judged, leftOut)
        setups = differences.flatMap { difference in
            difference.setups.map { ComparedSetup(id: $0.id, difference) }
        }
    }

    private var groups: [(name: String, setups: [ComparedSetup])] {
        Dictionary(grouping: setups, by: \.group).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// The document.
    package var document: String {
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if !setups.isEmpty {
            page.sections = [
                ("map", "Parties and attacks"), ("differences", "Differences"),
                ("results", "All test cases"),
            ]
        }
        return page.document { html in
            html.element("dl", .style("facts")) { facts(&$0) }
        } main: { html in
            guard !setups.isEmpty else { return }
            FilterForm(
                outcomes: ("Decision", Agreement.allCases.map(\.words).filter(isSeen)),
                parties: parties,
                groups: ("Group", groups.map(\.name))
            ).write(to: &html)
            map(&html)
            differences(&html)
            results(&html)
        }
    }

    // MARK: The summary

    private var verdict: String {
        let all = Prose.count(judged, "test case")
        guard !setups.isEmpty else { return "No difference in \(all)" }
        return
            "\(setups.count) of \(all) \(setups.count == 1 ? "gets" : "get") different verdicts"
    }

    private func facts(_ html: inout HTML) {
        html.fact("Parties", parties.beginning)
        html.fact("Judged", Prose.count(judged, "test case"))
        html.fact("Left out", leftOut > 0 ? "\(leftOut), not applicable to one of the parties" : "")
    }

    private func isSeen(_ words: String) -> Bool {
        setups.contains { $0.agreements.contains { $0.words == words } }
    }

    // MARK: The sections

    private func map(_ html: inout HTML) {
        let groups = groups
        html.section("map", "Parties and attacks") { html in
            html.element("p", .style("faint")) { html in
                html.literal(
                    """
                    Among the test cases with different verdicts: ✗ attacks that a party \
                    accepts, ! valid servers that it rejects. Select a cell to see its cases.
                    """
                )
            }
            MapTable(
                label: "Parties and attacks",
                corner: "Group",
                columns: parties,
                rows: groups.map(\.name),
                foot: "All groups"
            ).write(to: &html) { row, column in
                let group = row < groups.count ? groups[row] : nil
                return tile(group?.setups ?? setups, of: group?.name, column)
            }
        }
    }

    private func tile(
        _ setups: [ComparedSetup],
        of group: String?,
        _ column: Int
    ) -> MapTable.Tile {
        let agreements = setups.map { $0.agreements[column] }
        let counts = Agreement.allCases.map { kind in
            (kind, agreements.count { $0 == kind })
        }
        .filter { $0.1 > 0 }
        let party = parties[column]
        let shown = counts.filter { $0.0.isWrong }.map { "\($0.0.glyph) \($0.1)" }
        return MapTable.Tile(
            style: counts.first?.0.style ?? "faint",
            text: shown.isEmpty ? (counts.first?.0.glyph ?? "·") : shown.joined(separator: " "),
            words: counts.map { "\($0.1) \($0.0.words)" }.joined(separator: ", "),
            anchor: group.map { Anchor(filter: ["party": party, "group": $0]) }
                ?? Anchor(filter: ["party": party])
        )
    }

    private func differences(_ html: inout HTML) {
        html.section("differences", "Differences") { html in
            html.element("p", .style("faint")) { html in
                html.literal("Each combination of verdicts, with the reason of each party.")
            }
            for difference in ways {
                DifferenceArticle(difference: difference, parties: parties).write(to: &html)
            }
        }
    }

    private func results(_ html: inout HTML) {
        ResultGroups(
            columns: ["Decision", "Case", "Party", "Verdict", "Correct"],
            groups: groups.map { group in
                (
                    group.name, Prose.count(group.setups.count, "test case"),
                    group.setups.flatMap { setup in parties.indices.map { (setup, $0) } }
                )
            }
        ).write(
            "All test cases",
            about: "Every test case with different verdicts, and the verdict of each party.",
            to: &html
        ) { row, html in
            write(row.0, row.1, to: &html)
        }
    }

    private func write(_ setup: ComparedSetup, _ party: Int, to html: inout HTML) {
        let agreement = setup.agreements[party]
        html.row(
            agreement.words,
            agreement.style,
            [
                "\(agreement.glyph) \(agreement.words)", setup.id, parties[party],
                setup.verdicts[party], setup.truth,
            ]
        )
    }
}

/// A combination of verdicts, and the setups that get it.
private struct DifferenceArticle {
    let difference: ComparisonPage.Difference
    let parties: [String]

    func write(to html: inout HTML) {
        html.element("article") { html in
            html.element("h3", text: Prose.count(difference.setups.count, "test case"))
            html.element("dl") { html in
                for (party, verdict) in zip(parties, difference.verdicts) {
                    let agreement = Agreement(of: verdict, truth: difference.truth)
                    html.element("div") { html in
                        html.element("dt", text: party)
                        html.element("dd") { html in
                            html.element("span", .style(agreement.style)) { html in
                                html.escape("\(agreement.glyph) \(verdict)")
                            }
                            html.element("small", text: " \(agreement.words)")
                        }
                    }
                }
                html.fact("Correct", difference.truth)
            }
            html.element("details") { html in
                html.element("summary") { $0.literal("the test cases") }
                html.element("ul", .style("ids")) { html in
                    for setup in difference.setups {
                        html.begin("li")
                        html.escape(setup.words)
                    }
                }
            }
        }
    }
}

/// A setup, and the verdict of each party.
private struct ComparedSetup {
    let id: String
    let truth: String
    let verdicts: [String]
    let agreements: [Agreement]

    init(id: String, _ difference: ComparisonPage.Difference) {
        (self.id, truth, verdicts) = (id, difference.truth, difference.verdicts)
        agreements = verdicts.map { Agreement(of: $0, truth: difference.truth) }
    }

    var group: String { id.caseFolder }
}

/// How a verdict agrees with the correct verdict, from the most severe difference on.
private enum Agreement: CaseIterable {
    case acceptsAttack, rejectsValid, otherReason, noVerdict, agrees

    /// Compares a verdict with the correct verdict; both are words such as `accept`.
    init(of verdict: String, truth: String) {
        switch (verdict, truth) {
        case _ where verdict == truth: self = .agrees
        case ("accept", _): self = .acceptsAttack
        case (_, "accept") where verdict.hasPrefix("reject"): self = .rejectsValid
        case _ where verdict.hasPrefix("reject"): self = .otherReason
        default: self = .noVerdict
        }
    }

    var isWrong: Bool { self == .acceptsAttack || self == .rejectsValid }

    var words: String {
        switch self {
        case .acceptsAttack: "accepts an attack"
        case .rejectsValid: "rejects a valid certificate"
        case .otherReason: "rejects for another reason"
        case .noVerdict: "has no verdict"
        case .agrees: "decides correctly"
        }
    }

    var glyph: String {
        switch self {
        case .acceptsAttack: "✗"
        case .rejectsValid: "!"
        case .otherReason: "≈"
        case .noVerdict: "·"
        case .agrees: "✓"
        }
    }

    var style: StaticString {
        switch self {
        case .acceptsAttack: "bad"
        case .rejectsValid: "odd"
        case .otherReason, .noVerdict: "faint"
        case .agrees: "good"
        }
    }
}
