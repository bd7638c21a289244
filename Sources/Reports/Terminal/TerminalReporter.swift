import Basics
import Runner
import X509

/// The report for people: failures as they happen, then inconclusive rejections, then a summary.
struct TerminalReporter: Reporter {
    private let options: ReportOptions
    private var plan: PlanRecord?
    private var controls = ControlGroups()
    private var decisions = AttackDecisions()
    /// The judgements, kept only if the report shows changes since an earlier run.
    private var judgements: [JudgementRecord] = []

    init(options: ReportOptions) {
        self.options = options
    }

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan):
            self.plan = plan
            return options.verbosity == .quiet ? "" : header(plan)
        case .judgement(let judgement):
            if judgement.outcome == .inconclusive { controls.add(judgement) }
            decisions.add(judgement)
            if !options.since.isEmpty { judgements.append(judgement) }
            return text(of: judgement)
        case .summary(let summary):
            return closing(summary) + changes
        }
    }

    private var changes: String {
        guard let before = options.since.last else { return "" }
        return RunDifference(from: before.judgements, to: judgements).text(
            since: before.name,
            isQuiet: options.verbosity == .quiet,
            hasColour: options.hasColour
        )
    }

    private func header(_ plan: PlanRecord) -> String {
        var text = TerminalText(hasColour: options.hasColour)
        if let shard = plan.shard {
            text.value(
                "shard \(shard.number)/\(shard.count) of \(Prose.count(shard.pairs, "pair")): "
            )
        }
        text.value(Prose.count(plan.scenarios, "scenario"))
        text.literal(", ")
        text.value(Prose.count(plan.pairs, "pair"))
        text.literal(", seed ")
        text.value(plan.seed)
        text.literal(", now ")
        text.value(plan.now.description)
        if plan.isChainOnly { text.literal(", chains only: no handshakes", .odd) }
        text.newLine()
        text.literal("parties   ")
        text.values(plan.models, between: " · ")
        text.newLine()
        text.newLine()
        return text.text
    }

    private func text(of judgement: JudgementRecord) -> String {
        let failure = FailureText(judgement: judgement, plan: plan, options: options)
        switch (options.verbosity, judgement.outcome) {
        case (.quiet, _): return ""
        case (.normal, .inconclusive), (.normal, .pass), (.normal, .known),
            (.normal, .notApplicable),
            (.normal, .notDelivered):
            return ""
        case (.verbose, .pass), (.verbose, .known), (.verbose, .notApplicable),
            (.verbose, .notDelivered), (.verbose, .inconclusive):
            return failure.line()
        default: return failure.block()
        }
    }

    private func closing(_ summary: SummaryRecord) -> String {
        var text = TerminalText(hasColour: options.hasColour)
        if options.verbosity != .quiet {
            text.value(String(repeating: "─", count: options.width), .faint)
            text.newLine()
        }
        partial(summary, &text)
        counts(summary.tally, &text)
        let duration = Prose.duration(summary.elapsed)
        text.pad(to: max(text.column + 3, options.width - duration.unicodeScalars.count))
        text.value(duration)
        text.newLine()
        decisions.warn(&text)
        advise(on: summary.tally, &text)
        let blocks = options.verbosity == .quiet ? "" : controls.text(plan: plan, options: options)
        return blocks + text.text
    }

    /// Writes that the run is incomplete, on a line before the counts.
    private func partial(_ summary: SummaryRecord, _ text: inout TerminalText) {
        guard let plan, summary.wasInterrupted || summary.tally.total < plan.pairs else { return }
        text.value(summary.wasInterrupted ? "interrupted" : "stopped", .bad)
        text.literal(" after ")
        text.value(summary.tally.total)
        text.literal(" of ")
        text.value(Prose.count(plan.pairs, "pair"))
        text.newLine()
    }

    /// Writes which commands help after a failure.
    private func advise(on tally: Tally, _ text: inout TerminalText) {
        guard options.verbosity != .quiet, tally.failures > 0, plan?.isVisit == false else {
            return
        }
        var words = TerminalText(hasColour: false)
        words.literal(
            "hatpin show CASE@PARTY shows one in full, hatpin run --failed runs them again"
        )
        text.fold(words, from: 0, to: options.width)
        text.newLine()
    }

    /// Writes the number of judgements with each outcome: failures first, cases that were not
    /// tested last.
    private func counts(_ tally: Tally, _ text: inout TerminalText) {
        for outcome in Outcome.Kind.allCases where outcome.isFailure {
            count(outcome, tally[outcome], &text)
        }
        text.literal("✓ ", .good)
        text.value(tally[.pass])
        text.literal(" as expected")
        if tally.weaknesses > 0 {
            text.literal("   ")
            text.value(Prose.count(tally.weaknesses, "weakness", plural: "weaknesses"))
            if options.verbosity == .normal { text.literal(" (-v lists them)") }
        }
        append(.known, tally, &text)
        if tally.controls > 0 {
            text.literal("   controls ")
            text.value(tally.controlsHeld)
            text.literal("/")
            text.value(tally.controls)
        }
        if tally.withoutReason > 0 {
            text.literal("   ")
            text.value(tally.withoutReason)
            text.literal(" without a known reason")
        }
        append(.notApplicable, tally, &text)
        append(.notDelivered, tally, &text)
    }

    /// Writes the number of judgements with an outcome that is not a failure.
    private func append(_ outcome: Outcome.Kind, _ tally: Tally, _ text: inout TerminalText) {
        guard tally[outcome] > 0 else { return }
        text.literal("   ")
        text.value("\(outcome.glyph) \(outcome.words(for: tally[outcome]))")
    }

    private func count(
        _ outcome: Outcome.Kind,
        _ number: Int,
        _ text: inout TerminalText
    ) {
        guard number > 0 else { return }
        text.value("\(outcome.glyph) \(outcome.words(for: number))", outcome.style)
        text.literal("   ")
    }
}

extension PlanRecord {
    /// The parties; if there are more than five, each model once with the number of its settings.
    fileprivate var models: [String] {
        guard parties.count > 5 else { return parties }
        let models = parties.map { String($0.prefix { $0 != ":" }) }
        let counts = Dictionary(models.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.sorted { $0.key < $1.key }.map { model, count in
            count == 1 ? model : "\(model) (\(count) settings)"
        }
    }
}
