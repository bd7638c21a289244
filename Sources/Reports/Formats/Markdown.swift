import Basics
import Runner
import ScenarioFormat

/// A summary in Markdown for the summary pages of CI services: counts, then failures.
struct MarkdownReporter: Reporter {
    private var plan: PlanRecord?
    private var failures: [JudgementRecord] = []

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan): self.plan = plan
        case .judgement(let judgement):
            if judgement.outcome.isFailure { failures.append(judgement) }
        case .summary(let summary): return document(summary)
        }
        return ""
    }

    private func document(_ summary: SummaryRecord) -> String {
        var text = MarkdownText()
        text.literal("## hatpin: ")
        text.escape(summary.tally.failures == 0 ? "✓ as expected" : "✗ not as expected")
        text.literal("\n\n| outcome | results |\n|---|---:|\n")
        for outcome in Outcome.Kind.allCases where summary.tally[outcome] > 0 {
            text.literal("| ")
            text.escape(outcome.label.description + (outcome == .pass ? " as expected" : ""))
            text.literal(" | ")
            text.escape("\(summary.tally[outcome])")
            text.literal(" |\n")
        }
        facts(summary, &text)
        text.list(failures.mostSevereFirst, "failure", write)
        return text.text
    }

    private func facts(_ summary: SummaryRecord, _ text: inout MarkdownText) {
        text.literal("\n")
        if let plan {
            text.escape("seed \(plan.seed), now \(plan.now), ")
            if summary.wasInterrupted || summary.tally.total < plan.pairs {
                text.escape("stopped after \(summary.tally.total) of \(plan.pairs) pairs, ")
            }
        }
        text.escape("took \(Prose.duration(summary.elapsed))")
        text.literal("\n")
    }

    private func write(_ failure: JudgementRecord, _ text: inout MarkdownText) {
        let words = failure.words(in: plan)
        text.literal("\n### ")
        text.escape(failure.outcome.label.description)
        text.literal(" ")
        text.code(failure.scenario)
        text.literal(" @ ")
        text.code(failure.party)
        text.literal("\n\n")
        line("expected", words.expected, &text)
        line("got", words.got, &text)
        line("because", words.because, &text)
        line("place", "\(failure.file):\(failure.line)", &text)
        if let again = words.again {
            text.literal("- again: ")
            text.code(again)
            text.literal("\n")
        }
    }

    private func line(_ name: StaticString, _ value: String, _ text: inout MarkdownText) {
        text.literal("- ")
        text.literal(name)
        text.literal(": ")
        text.escape(value)
        text.literal("\n")
    }
}

extension [JudgementRecord] {
    /// The failures, most severe first, so that a truncated report keeps the most severe failures.
    ///
    /// Accepted attacks come first, then the other failures; each group is sorted by the severity
    /// of the weakness or the importance of the scenario.
    fileprivate var mostSevereFirst: [JudgementRecord] {
        func isBefore(_ left: JudgementRecord, _ right: JudgementRecord) -> Bool {
            if left.isAcceptedAttack != right.isAcceptedAttack { return left.isAcceptedAttack }
            guard left.cost == right.cost else { return left.cost > right.cost }
            return left.index < right.index
        }
        return sorted(by: isBefore)
    }
}

extension JudgementRecord {
    fileprivate var isAcceptedAttack: Bool { outcome == .falseAccept }

    /// The severity of the weakness, or the importance of the scenario; medium in older run files,
    /// which state neither.
    fileprivate var cost: Severity {
        (weakness?.severity ?? importance).flatMap(Severity.init) ?? .medium
    }
}
