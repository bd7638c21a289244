import Basics
import Runner

/// The lines about one judgement on a terminal.
struct FailureText {
    /// The column at which values begin.
    static let valueColumn = 13

    let judgement: JudgementRecord
    let plan: PlanRecord?
    let options: ReportOptions

    /// Returns the lines: title, `about`, `expected`, `got`, `because`, `evidence`, `again`.
    func block() -> String {
        var text = TerminalText(hasColour: options.hasColour)
        title(&text)
        field("about", &text) { $0.value(Prose.firstSentence(of: judgement.about)) }
        expected(&text)
        field("got", &text, got)
        field("because", &text, because)
        if let evidence = judgement.evidence {
            field("evidence", &text) { $0.value(evidence + "/") }
        }
        if let plan {
            text.field("again", plan.command(for: judgement.id), at: Self.valueColumn)
        }
        text.newLine()
        return text.text
    }

    /// Returns a line with label, id and time, followed by the reason for a tolerated or skipped
    /// pair.
    func line() -> String {
        var text = TerminalText(hasColour: options.hasColour)
        title(&text)
        if let detail = judgement.detail, judgement.outcome != .inconclusive {
            field("because", &text) { $0.value(detail) }
        }
        if let weakness = judgement.weakness { write(weakness, to: &text) }
        return text.text
    }

    private func write(_ weakness: JudgementRecord.Weakness, to text: inout TerminalText) {
        field("secure", &text) {
            $0.literal("reject: ")
            $0.values(weakness.reasons, between: " or ")
            if !judgement.covers.isEmpty {
                $0.literal("   (")
                $0.values(judgement.covers, between: ", ")
                $0.literal(")")
            }
        }
        field("attacker", &text) {
            $0.literal("needs ")
            $0.value(weakness.attackerNeeds)
        }
        field("fix", &text) { $0.value(weakness.advice) }
    }

    private func title(_ text: inout TerminalText) {
        if judgement.weakness != nil, judgement.outcome == .pass {
            text.literal("✓ WEAKNESS", .odd)
        } else {
            text.literal(judgement.outcome.label, judgement.outcome.style)
        }
        text.pad(to: Self.valueColumn)
        text.value(judgement.scenario, judgement.outcome.isFailure ? .strong : .plain)
        text.literal(" @ ")
        text.value(judgement.party)
        text.value(judgement.repetition)
        let duration = Prose.duration(judgement.elapsed)
        text.pad(to: options.width - duration.unicodeScalars.count)
        text.value(duration, .faint)
        text.newLine()
    }

    private func expected(_ text: inout TerminalText) {
        text.literal("  ")
        text.literal("expected", .faint)
        text.pad(to: Self.valueColumn)
        expectation(&text)
        let place = "\(judgement.file):\(judgement.line)"
        text.pad(to: max(text.column + 3, options.width - place.unicodeScalars.count))
        text.value(place, .faint)
        text.newLine()
    }

    fileprivate func expectation(_ text: inout TerminalText) {
        guard let mismatch = judgement.mismatch else {
            return text.value(judgement.expected.words)
        }
        text.value(mismatch.key)
        text.literal(": ")
        text.value(mismatch.expected)
    }

    fileprivate func got(_ text: inout TerminalText) {
        if let mismatch = judgement.mismatch {
            text.value(mismatch.key)
            text.literal(": ")
            text.value(mismatch.observed)
            return
        }
        switch judgement.verdict {
        case .accept:
            text.literal("accept")
            let facts = [judgement.disposition].compactMap(\.self) + judgement.witness
            guard !facts.isEmpty else { return }
            text.literal("   (")
            text.values(facts, between: "; ")
            text.literal(")")
        case .reject(let reason, let sentence):
            text.literal("reject: ")
            text.value(reason)
            text.literal("   (")
            text.value(sentence)
            text.literal(")")
        case nil:
            text.literal("no verdict")
        }
    }

    fileprivate func because(_ text: inout TerminalText) {
        switch judgement.outcome {
        case .falseAccept where judgement.detail != nil:
            text.value(judgement.detail ?? Untrusted(""))
        case .falseAccept:
            received(&text)
            text.literal("; ")
            grounds(&text)
        case .falseReject:
            received(&text)
            text.literal(" and rejected it")
        case .wrongReason:
            text.literal("the verdict is right, but for another reason than ")
            text.value((judgement.expected.reasons ?? []).joined(separator: " or "))
        case .wrongObservation:
            text.literal("the verdict is right, but an expected observation is missing")
        default:
            if let detail = judgement.detail { text.value(detail) } else { received(&text) }
        }
    }

    private func received(_ text: inout TerminalText) {
        if judgement.presented.isEmpty {
            text.literal("the client received no certificate")
        } else {
            text.literal("the client received ")
            text.values(judgement.presented, between: " ← ")
        }
        let serverFault = judgement.serverFaults + judgement.violations
        guard !serverFault.isEmpty else { return }
        text.literal(" (server: ")
        text.values(serverFault, between: ", ")
        text.literal(")")
    }

    private func grounds(_ text: inout TerminalText) {
        guard case .accept(let grounds) = judgement.verdict else { return }
        switch grounds {
        case "path":
            text.literal("the path ")
            text.values(judgement.path ?? judgement.presented, between: " ← ")
            text.literal(" ends at a trust anchor, and no other check rejected it")
            for list in judgement.leftAside {
                text.literal("; ")
                text.value(list)
            }
        case "pin": text.literal("a pin matched, and the client checked nothing else")
        case "unchecked": text.literal("the client checked nothing")
        case "plaintext": text.literal("it sent its request without TLS")
        case _ where !judgement.violations.isEmpty || judgement.presented.isEmpty:
            text.literal("it sent its request anyway")
        default: text.literal("it behaved as if it trusted this chain")
        }
    }

    /// Writes a label and a sentence, folded to the width.
    private func field(
        _ label: StaticString,
        _ text: inout TerminalText,
        _ sentence: (inout TerminalText) -> Void
    ) {
        text.field(label, at: Self.valueColumn, width: options.width, sentence)
    }
}

/// The sentences of a judgement, with control characters made visible as on a terminal.
package struct JudgementWords: Hashable, Sendable {
    package let expected, got, because: String
    /// The command that repeats the pair; nil without a plan.
    package let again: String?
}

extension JudgementRecord {
    /// Returns the sentences of the judgement for reports to people.
    package func words(in plan: PlanRecord?) -> JudgementWords {
        let failure = FailureText(judgement: self, plan: plan, options: ReportOptions())
        return JudgementWords(
            expected: Self.text(failure.expectation),
            got: Self.text(failure.got),
            because: Self.text(failure.because),
            again: plan?.command(for: id)
        )
    }

    private static func text(_ sentence: (inout TerminalText) -> Void) -> String {
        var text = TerminalText(hasColour: false)
        sentence(&text)
        return text.text
    }
}

extension TerminalText {
    /// Writes a label and a sentence that begins at `column`, folded to the width.
    package mutating func field(
        _ label: StaticString,
        at column: Int,
        width: Int,
        _ sentence: (inout TerminalText) -> Void
    ) {
        var words = TerminalText(hasColour: false)
        sentence(&words)
        literal("  ")
        literal(label, .faint)
        pad(to: column)
        fold(words, from: column, to: width)
        newLine()
    }

    /// Writes a label and a value on one line of any length, so that readers can copy the value.
    package mutating func field(_ label: StaticString, _ value: String, at column: Int) {
        literal("  ")
        literal(label, .faint)
        pad(to: column)
        self.value(value)
        newLine()
    }
}

extension JudgementRecord {
    /// The server's observations of a client that accepted.
    fileprivate var witness: [String] {
        hasRequested ? ["its request reached the server"] : []
    }

    /// The number of a repetition, such as `#2`; empty for the first judgement of the pair.
    package var repetition: String {
        guard let mark = id.lastIndex(of: "#") else { return "" }
        return String(id[mark...])
    }
}

extension ExpectationRecord {
    /// The expectation, such as `accept`, or `reject: weak-key or weak-signature, alert:
    /// bad-certificate`.
    package var words: String {
        let observed = observations.map { "\($0.key): \($0.value)" }
        return ([verdictWords] + observed).joined(separator: ", ")
    }

    /// The expected verdict alone: `accept`, or `reject: weak-key or weak-signature`.
    package var verdictWords: String {
        reasons.map { "reject: " + $0.joined(separator: " or ") } ?? "accept"
    }
}
