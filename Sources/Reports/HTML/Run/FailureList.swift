import Basics
import Runner
import ScenarioFormat

/// The failures of a run, most severe first.
struct FailureList {
    /// A failure, and the number of other failures with the same cause.
    private struct Entry {
        let judgement: JudgementRecord
        var others = 0
    }

    private var entries: [Entry] = []
    /// The number of all failures.
    private let count: Int

    /// Groups inconclusive rejections by party and by the verdict on the control, because the
    /// rejections in such a group have the same cause.
    init(_ judgements: [JudgementRecord]) {
        struct Cause: Hashable {
            let party: String
            let control: Untrusted?
        }
        let failures = judgements.filter(\.outcome.isFailure)
        count = failures.count
        var places: [Cause: Int] = [:]
        let order = Dictionary(uniqueKeysWithValues: zip(Outcome.Kind.inOrder, 0...))
        let sorted = failures.enumerated().sorted { left, right in
            let ranks = [left, right].map { order[$0.element.outcome] ?? 0 }
            if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
            let harms = [left, right].map { Severity(stated: $0.element.severity) }
            return harms[0] != harms[1] ? harms[0] > harms[1] : left.offset < right.offset
        }
        for (_, judgement) in sorted {
            guard judgement.outcome == .inconclusive else {
                entries.append(Entry(judgement: judgement))
                continue
            }
            let cause = Cause(party: judgement.party, control: judgement.control)
            if let place = places[cause] {
                entries[place].others += 1
            } else {
                places[cause] = entries.count
                entries.append(Entry(judgement: judgement))
            }
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The judgements that are shown in full.
    var shown: [JudgementRecord] { entries.prefix(RunPage.fullResults).map(\.judgement) }

    func write(in plan: PlanRecord?, _ gallery: CertificateGallery, to html: inout HTML) {
        html.section("failures", "Failures") { html in
            if entries.count > RunPage.fullResults {
                html.element(
                    "p",
                    text:
                        "The \(RunPage.fullResults) most severe of \(count) failures are shown in "
                        + "full; the results below contain all, and hatpin show CASE shows each."
                )
            }
            for entry in entries.prefix(RunPage.fullResults) {
                FailureArticle(
                    judgement: entry.judgement,
                    others: entry.others,
                    plan: plan,
                    gallery: gallery
                ).write(to: &html)
            }
        }
    }
}

/// A failure: the expected result, the actual result, the reason, and the command that repeats the
/// case.
private struct FailureArticle {
    let judgement: JudgementRecord
    let others: Int
    let plan: PlanRecord?
    let gallery: CertificateGallery

    func write(to html: inout HTML) {
        html.element(
            "article",
            .id(Anchor(judgement.id)),
            .data(.id, judgement.id),
            .data(.outcome, judgement.outcome.rawValue),
            .data(.party, judgement.party),
            .data(.group, judgement.group),
            .data(.tags, judgement.tags.joined(separator: " ")),
            .data(.severity, judgement.severity ?? "")
        ) { html in
            title(&html)
            html.element("p", text: Prose.firstSentence(of: judgement.about))
            html.element("dl") { facts(&$0) }
            if let chain = judgement.chain {
                ChainFigure(chain, judgement, gallery.links(of: judgement)).write(to: &html)
            }
        }
    }

    private func title(_ html: inout HTML) {
        html.element("h3") { html in
            html.element(
                "span",
                .style(judgement.outcome.styleClass),
                text: judgement.outcome.label.description
            )
            html.escape(" \(judgement.scenario) ")
            html.element("small", text: "@ \(judgement.party)\(judgement.repetition)")
        }
    }

    private func facts(_ html: inout HTML) {
        let words = judgement.words(in: plan)
        html.fact("Expected") { html in
            html.escape(words.expected)
            html.element("small", text: " \(judgement.file):\(judgement.line)")
        }
        html.fact("Got", words.got)
        html.fact("Because", because(words))
        html.fact("Severity", judgement.severity ?? "")
        html.fact("Wire", wire)
        html.fact("Says", judgement.error)
        html.fact("Fails before connecting", judgement.configurationError)
        html.fact("Covers", judgement.covers.joined(separator: ", "))
        html.fact("Evidence", judgement.evidence.map { $0 + "/" } ?? "")
        if let again = words.again { html.fact("Run again") { $0.command(again) } }
    }

    private func because(_ words: JudgementWords) -> String {
        guard judgement.outcome == .inconclusive else { return words.because }
        let have = others == 1 ? "has" : "have"
        let more =
            others > 0
            ? "; \(Prose.count(others, "more rejection")) \(have) the same cause" : ""
        return "the party does not accept the setup without the defect either, "
            + "so this does not count" + more
    }

    /// The TLS alert, the connections and other observations of the servers.
    private var wire: String {
        var parts = [Prose.count(judgement.connections, "connection")]
        if judgement.hasRequested { parts.append("its request arrived") }
        if let alert = judgement.alert { parts.append("alert \(alert)") }
        if let disposition = judgement.disposition { parts.append("disposition \(disposition)") }
        if let result = judgement.trustResult { parts.append("trust result \(result)") }
        parts.append(Prose.duration(judgement.elapsed))
        return parts.joined(separator: ", ")
    }
}

extension HTML {
    fileprivate mutating func fact(_ term: StaticString, _ value: Untrusted?) {
        guard let value else { return }
        fact(term) { value.write(to: &$0) }
    }
}
