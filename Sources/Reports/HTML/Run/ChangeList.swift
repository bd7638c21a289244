/// The pairs that became weaker, stronger or otherwise different since an earlier run.
struct ChangeList {
    private let before: EarlierJudgements
    private let difference: RunDifference

    init(_ judgements: [JudgementRecord], since before: EarlierJudgements) {
        self.before = before
        difference = RunDifference(from: before.judgements, to: judgements)
    }

    func write(to html: inout HTML) {
        html.section("since", "Since an earlier run") { html in
            html.element("p", text: "Since \(before.name): \(difference.counts).")
            write("Weaker", difference.weaker, "bad", to: &html)
            write("Stronger", difference.stronger, "good", to: &html)
            write("Other", difference.other, "odd", to: &html)
        }
    }

    private func write(
        _ heading: StaticString,
        _ changes: [RunDifference.Change],
        _ style: StaticString,
        to html: inout HTML
    ) {
        guard !changes.isEmpty else { return }
        html.element("article") { html in
            html.element("h3") { html in
                html.element("span", .style(style)) { $0.literal(heading) }
            }
            html.element("ul", .style("ids")) { html in
                for change in changes {
                    html.element("li") { html in
                        html.escape(change.new.id)
                        html.element("small", text: " \(change.old.end) → \(change.new.end)")
                    }
                }
            }
        }
    }
}
