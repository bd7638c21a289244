import Basics
import Runner
import X509

/// A run as one web page, made from its records when the summary arrives.
struct RunPage {
    /// The largest number of results that are shown in full; a larger page would open slowly.
    static let fullResults = 300

    let plan: PlanRecord?
    let judgements: [JudgementRecord]
    let summary: SummaryRecord
    /// Returns the certificates that the evidence folder of a judgement keeps.
    let certificates: (String) -> [UInt8]?
    /// The earlier runs, oldest first.
    var since: [EarlierJudgements] = []

    /// The document.
    var document: String {
        let failures = FailureList(judgements)
        let gallery = CertificateGallery(failures.shown, certificates)
        var page = Page(title: "Hatpin: \(verdict)", heading: verdict)
        if !since.isEmpty {
            page.sections += [("since", "Since an earlier run"), ("history", "History")]
        }
        if !failures.isEmpty { page.sections.append(("failures", "Failures")) }
        page.sections.append(("map", "Parties and attacks"))
        if !weaknesses.isEmpty { page.sections.append(("weaknesses", "Weaknesses")) }
        page.sections += [("slowest", "Slowest"), ("results", "All results")]
        if !gallery.isEmpty { page.sections.append(("certificates", "Certificates")) }
        return page.document { html in
            header(&html)
        } main: { html in
            FilterForm(judgements).write(to: &html)
            if let last = since.last {
                ChangeList(judgements, since: last).write(to: &html)
                HistoryList(judgements, after: since).write(to: &html)
            }
            if !failures.isEmpty { failures.write(in: plan, gallery, to: &html) }
            HeatMap(judgements).write(to: &html)
            if !weaknesses.isEmpty { WeaknessList(weaknesses).write(to: &html) }
            SlowestResults(judgements).write(to: &html)
            ResultTables(judgements, linked: failures.shown.map(\.id)).write(to: &html)
            if !gallery.isEmpty { gallery.write(to: &html) }
        }
    }

    private var weaknesses: [JudgementRecord] { judgements.filter { $0.weakness != nil } }

    // MARK: The summary

    /// One sentence on how the run ended.
    private var verdict: String {
        let tally = summary.tally
        let accepted = tally[.falseAccept]
        if accepted > 0 {
            let certificates = Prose.count(accepted, "attack")
            return "\(certificates) accepted that must be rejected"
        }
        if tally.failures > 0 {
            return "\(tally.failures) of \(Prose.count(tally.total, "result")) "
                + (tally.failures == 1 ? "is" : "are") + " not as expected"
        }
        if isPartial {
            return "Stopped after \(tally.total) of \(plan?.pairs ?? tally.total) results"
        }
        return "All \(Prose.count(tally.total, "result")) as expected"
    }

    private var isPartial: Bool {
        summary.wasInterrupted || summary.tally.total < plan?.pairs ?? 0
    }

    private func header(_ html: inout HTML) {
        if isPartial, let plan {
            html.element(
                "p",
                .style("odd"),
                text: "The run was \(summary.wasInterrupted ? "interrupted" : "stopped") after "
                    + "\(summary.tally.total) of \(Prose.count(plan.pairs, "result"))."
            )
        }
        counts(&html)
        html.element("dl", .style("facts")) { facts(&$0) }
    }

    private func counts(_ html: inout HTML) {
        html.element("ul", .style("counts")) { html in
            for outcome in Outcome.Kind.inOrder where summary.tally[outcome] > 0 {
                html.count(
                    "\(outcome.glyph) \(outcome.words(for: summary.tally[outcome]))",
                    style: outcome.styleClass,
                    leadingTo: outcome.rawValue
                )
            }
        }
    }

    private func facts(_ html: inout HTML) {
        let tally = summary.tally
        if let plan {
            html.fact("Started", plan.started.description)
            html.fact("Took", Prose.duration(summary.elapsed))
            html.fact("Scenarios", "\(plan.scenarios), \(Prose.count(plan.pairs, "pair"))")
            html.fact("Seed", "\(plan.seed)")
            html.fact("Now", plan.now.description)
            html.fact("Plan", String(plan.hash.prefix(12)))
            html.fact("Handshakes", plan.isChainOnly ? "none: models judged only chains" : "")
        }
        if tally.controls > 0 {
            html.fact("Controls", "\(tally.controlsHeld) of \(tally.controls) accepted")
        }
        let left = Outcome.Kind.allCases.filter { [.notApplicable, .notDelivered].contains($0) }
            .filter { tally[$0] > 0 }.map { $0.words(for: tally[$0]) }
        html.fact("Not judged", left.joined(separator: ", "))
        if let plan { html.fact("Parties", plan.parties.beginning) }
    }
}

extension Outcome.Kind {
    /// All outcomes: failures first, from the most severe on, then the other outcomes.
    static let inOrder = allCases.filter(\.isFailure) + allCases.filter { !$0.isFailure }

    /// The CSS class of the outcome; the glyph and the word have the same meaning as the colour.
    var styleClass: StaticString {
        switch self {
        case .pass: "good"
        case .known, .notApplicable, .notDelivered: "faint"
        case .staleDifference, .inconclusive, .timeout, .crash, .closed, .clientError,
            .harnessError:
            "odd"
        case .falseAccept, .falseReject, .wrongReason, .wrongObservation: "bad"
        }
    }
}

extension [String] {
    /// The first eight elements as a list, and the number of the remaining elements.
    var beginning: String {
        let shown = prefix(8).joined(separator: ", ")
        return count > 8 ? "\(shown) and \(count - 8) more" : shown
    }
}

extension String {
    /// The folder of a case with this id.
    var caseFolder: String {
        let path = prefix { $0 != "[" }
        return path.firstIndex(of: "/").map { String(path[..<$0]) } ?? "other"
    }
}

extension JudgementRecord {
    /// The folder of the judgement's scenario; pages group results by this folder.
    var group: String { scenario.caseFolder }

    /// The severity of a weakness, or the importance of the scenario that failed.
    var severity: String? {
        weakness?.severity ?? (outcome.isFailure ? importance : nil)
    }
}
