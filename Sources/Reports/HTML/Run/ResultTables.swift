import Basics
import Runner

/// All results, in one table for each group.
struct ResultTables {
    private let judgements: [JudgementRecord]

    /// The ids of the results that the page shows in full.
    private let linked: Set<String>

    init(_ judgements: [JudgementRecord], linked: [String]) {
        (self.judgements, self.linked) = (judgements, Set(linked))
    }

    func write(to html: inout HTML) {
        let groups = Dictionary(grouping: judgements, by: \.group).sorted { $0.key < $1.key }
        ResultGroups(
            style: "results",
            columns: ["Outcome", "Case", "Party", "Verdict", "Severity", "Time"],
            groups: groups.map { (name: $0.key, summary: summary($0.value), rows: $0.value) }
        ).write(
            "All results",
            about: "The marks are the same as on the terminal. Select a group to see its table.",
            to: &html
        ) { row($0, &$1) }
    }

    private func summary(_ judgements: [JudgementRecord]) -> String {
        let failures = judgements.count(where: \.outcome.isFailure)
        let results = Prose.count(judgements.count, "result")
        return failures > 0 ? "\(failures) of \(results) not as expected" : results
    }

    private func row(_ judgement: JudgementRecord, _ html: inout HTML) {
        let tags = judgement.tags.joined(separator: " ")
        // On a page of ten thousand results, each row must be short.
        if judgement.outcome == .pass, tags.isEmpty {
            html.begin("tr")
        } else if judgement.outcome == .pass {
            html.begin("tr", .data(.tags, tags))
        } else {
            html.begin("tr", .data(.tags, tags), .data(.outcome, judgement.outcome.rawValue))
        }
        html.begin("td", .style(judgement.outcome.styleClass))
        html.escape(judgement.outcome.label.description)
        html.begin("td")
        let name = judgement.scenario + judgement.repetition
        if linked.contains(judgement.id) {
            html.element("a", .to(Anchor(judgement.id)), text: name)
        } else {
            html.escape(name)
        }
        html.begin("td")
        html.escape(judgement.party)
        html.begin("td")
        html.escape(judgement.verdictWord)
        html.begin("td")
        html.escape(judgement.severity ?? "")
        html.begin("td")
        html.escape(Prose.duration(judgement.elapsed) + "\n")
    }
}

/// The results that took longest.
struct SlowestResults {
    private static let most = 10

    private let judgements: [JudgementRecord]

    init(_ judgements: [JudgementRecord]) {
        let slowest = judgements.enumerated().sorted { left, right in
            let times = (left.element.elapsed, right.element.elapsed)
            return times.0 != times.1 ? times.0 > times.1 : left.offset < right.offset
        }
        self.judgements = slowest.prefix(Self.most).map(\.element)
    }

    func write(to html: inout HTML) {
        html.section("slowest", "Slowest") { html in
            html.element("ol", .style("slowest")) { html in
                for judgement in judgements {
                    html.element("li") { html in
                        html.element("b", text: Prose.duration(judgement.elapsed))
                        html.escape(" \(judgement.id)")
                    }
                }
            }
        }
    }
}

extension JudgementRecord {
    /// The verdict, as `accept`, `expired`, or a dash for a judgement without a verdict.
    fileprivate var verdictWord: String {
        switch verdict {
        case .accept: "accept"
        case .reject(let reason, _): reason
        case nil: "–"
        }
    }
}
