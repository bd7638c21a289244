import Basics
import Runner

/// The outcomes of pairs in earlier runs and in this run: a mark for each run, oldest first.
///
/// Pairs with the expected outcome in every run are left out.
struct HistoryList {
    /// The largest number of lines, which take about 100 kB of the 3 MB that a page may have.
    private static let most = 300

    private typealias Mark = (run: String, outcome: Outcome.Kind?)

    private let names: [String]
    private let lines: [(id: String, marks: [Mark])]

    init(_ judgements: [JudgementRecord], after runs: [EarlierJudgements]) {
        let names = runs.map(\.name) + ["this run"]
        let ends = runs.map { run in
            Dictionary(run.judgements.map { ($0.id, $0.outcome) }, uniquingKeysWith: { $1 })
        }
        self.names = names
        lines = judgements.compactMap { judgement in
            let outcomes = ends.map { $0[judgement.id] } + [judgement.outcome]
            let isEventful = outcomes.contains { $0?.isFailure == true }
            guard isEventful || Set(outcomes.compactMap(\.self)).count > 1 else { return nil }
            return (judgement.id, Array(zip(names, outcomes)))
        }
    }

    func write(to html: inout HTML) {
        html.section("history", "History") { html in
            html.element("p", text: "Oldest first: \(names.joined(separator: ", ")).")
            guard !lines.isEmpty else {
                return html.element("p") { $0.literal("Every run had the expected results.") }
            }
            html.element("ul", .style("ids")) { html in
                for line in lines.prefix(Self.most) {
                    html.begin("li")
                    spark(line.marks, &html)
                    html.escape(" \(line.id)")
                }
            }
            if lines.count > Self.most {
                let rest = lines.count - Self.most
                let pairs = Prose.count(rest, "more pair")
                html.element("p", text: "\(pairs) \(rest == 1 ? "has" : "have") a history.")
            }
        }
    }

    private func spark(_ marks: [Mark], _ html: inout HTML) {
        let words = marks.map { $0.outcome?.label.description ?? "not judged" }
        html.element(
            "span",
            .style("spark"),
            .fixed("role", "img"),
            .label(words.joined(separator: ", "))
        ) { html in
            for (mark, word) in zip(marks, words) {
                html.element(
                    "span",
                    .style(mark.outcome?.styleClass ?? "faint"),
                    .described("\(mark.run): \(word)"),
                    text: mark.outcome == nil ? "·" : String(word.prefix(1))
                )
            }
        }
    }
}
