import Basics
import ScenarioFormat

/// The setups that parties accept although a correct client rejects them; the scenarios expect
/// these acceptances.
struct WeaknessList {
    private struct Kind: Hashable {
        let severity, attackerNeeds, advice: String
    }

    private let kinds: [(kind: Kind, judgements: [JudgementRecord])]

    init(_ judgements: [JudgementRecord]) {
        let grouped = Dictionary(grouping: judgements) { judgement in
            Kind(
                severity: judgement.weakness?.severity ?? "",
                attackerNeeds: judgement.weakness?.attackerNeeds ?? "",
                advice: judgement.weakness?.advice ?? ""
            )
        }
        kinds = grouped.sorted { left, right in
            let harms = [left, right].map { Severity(stated: $0.key.severity) }
            return harms[0] != harms[1]
                ? harms[0] > harms[1] : left.key.attackerNeeds < right.key.attackerNeeds
        }
        .map { (kind: $0.key, judgements: $0.value) }
    }

    func write(to html: inout HTML) {
        html.section("weaknesses", "Weaknesses") { html in
            html.element("p", .style("faint")) { html in
                html.literal(
                    """
                    Attacks that a party accepts because the software that it models accepts them. \
                    They do not fail the run.
                    """
                )
            }
            for (kind, judgements) in kinds { write(kind, judgements, to: &html) }
        }
    }

    private func write(_ kind: Kind, _ judgements: [JudgementRecord], to html: inout HTML) {
        html.element("article") { html in
            html.element("h3") { html in
                html.element("span", .style("odd"), text: kind.severity)
                html.escape(" an attacker needs \(kind.attackerNeeds)")
            }
            html.element("dl") { html in
                html.fact("Fix", kind.advice)
                html.fact("By", Set(judgements.map(\.party)).sorted().joined(separator: ", "))
            }
            html.element("details") { html in
                html.element("summary", text: Prose.count(judgements.count, "result"))
                html.element("ul", .style("ids")) { html in
                    for judgement in judgements {
                        html.begin("li")
                        html.escape(judgement.id)
                    }
                }
            }
        }
    }
}
