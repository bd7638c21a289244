import Basics
import Runner

/// The differences between two runs, pair by pair.
package struct RunDifference: Sendable {
    /// A pair that both runs judged, with different results.
    package struct Change: Hashable, Sendable {
        package let old, new: JudgementRecord
    }

    /// Pairs whose outcome is worse in the new run: only the new run accepts the attack, fails the
    /// pair, or finds a weakness of the party.
    ///
    /// These pairs cause exit code 1.
    package private(set) var weaker: [Change] = []
    /// Pairs whose outcome is better in the new run.
    package private(set) var stronger: [Change] = []
    /// Pairs whose outcome, verdict or weakness changed, but that are neither weaker nor stronger.
    package private(set) var other: [Change] = []
    /// The pairs that only the new run has, and the pairs that only the old run has.
    package let added, gone: [JudgementRecord]

    /// - Parameters:
    ///   - old: the judgements of the earlier run.
    ///   - new: the judgements of the later run.
    package init(from old: [JudgementRecord], to new: [JudgementRecord]) {
        let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ids = Set(new.map(\.id))
        added = new.filter { before[$0.id] == nil }
        gone = old.filter { !ids.contains($0.id) }
        for judgement in new {
            guard let earlier = before[judgement.id], !earlier.endsAs(judgement) else { continue }
            let change = Change(old: earlier, new: judgement)
            switch judgement.rank - earlier.rank {
            case 0: other.append(change)
            case 1...: weaker.append(change)
            default: stronger.append(change)
            }
        }
    }
}

extension JudgementRecord {
    /// The rank of an outcome: an accepted attack is worse than any other failure, and a failure is
    /// worse than a known weakness.
    fileprivate var rank: Int {
        if outcome == .falseAccept { return 3 }
        if outcome.isFailure { return 2 }
        return weakness == nil ? 0 : 1
    }

    fileprivate func endsAs(_ other: JudgementRecord) -> Bool {
        outcome == other.outcome && end == other.end && weakness == other.weakness
    }

    /// The outcome and the verdict of a pair, as in `✗ ACCEPTED (accept)`.
    package var end: String {
        switch verdict {
        case .accept: "\(outcome.label) (accept)"
        case .reject(let reason, _): "\(outcome.label) (\(reason))"
        case nil: outcome.label.description
        }
    }
}

extension RunDifference {
    /// Returns the lines for a terminal, weaker pairs first.
    package func text(hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        writeChanges(to: &text)
        write("only in the new run", added, to: &text)
        write("only in the old run", gone, to: &text)
        text.value(counts)
        text.newLine()
        return text.text
    }

    /// Returns the lines at the end of a run's report: the changes since the run `name`, unless
    /// `isQuiet`, and their counts.
    func text(since name: String, isQuiet: Bool, hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        if !isQuiet { writeChanges(to: &text) }
        text.value("since \(name): \(counts)")
        text.newLine()
        return text.text
    }

    /// The numbers of pairs, as in `1 weaker, 0 stronger, 2 other, 3 new, 0 gone`.
    package var counts: String {
        "\(weaker.count) weaker, \(stronger.count) stronger, \(other.count) other, "
            + "\(added.count) new, \(gone.count) gone"
    }

    private func writeChanges(to text: inout TerminalText) {
        write("weaker", weaker, .bad, to: &text)
        write("stronger", stronger, .good, to: &text)
        write("other", other, .odd, to: &text)
    }

    private func write(
        _ title: StaticString,
        _ changes: [Change],
        _ style: TerminalText.Style,
        to text: inout TerminalText
    ) {
        guard !changes.isEmpty else { return }
        text.literal(title, style)
        text.newLine()
        for change in changes {
            text.value("  \(change.new.id)", .strong)
            text.newLine()
            text.value("    \(change.old.end) → \(change.new.end)")
            text.newLine()
        }
    }

    private func write(
        _ title: StaticString,
        _ judgements: [JudgementRecord],
        to text: inout TerminalText
    ) {
        guard !judgements.isEmpty else { return }
        text.literal(title, .odd)
        text.newLine()
        for judgement in judgements {
            text.value("  \(judgement.id)   \(judgement.end)")
            text.newLine()
        }
    }

    /// A JSON document (version 1) that ends in a newline.
    ///
    /// ```
    /// { version, weaker: [{ id, old: { outcome, verdict?, reason? }, new: … }], stronger, other,
    ///   added: [id], gone: [id] }
    /// ```
    package var json: String {
        var json = JSONWriter(capacity: 4_096)
        json.object { json in
            json.member("version", 1)
            for (name, changes) in [("weaker", weaker), ("stronger", stronger), ("other", other)] {
                json.key(name)
                json.array { list in
                    for change in changes { list.object { Self.write(change, to: &$0) } }
                }
            }
            json.member("added", added.map(\.id))
            json.member("gone", gone.map(\.id))
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ change: Change, to json: inout JSONWriter) {
        json.member("id", change.new.id)
        for (name, judgement) in [("old", change.old), ("new", change.new)] {
            json.key(name)
            json.object { json in
                json.member("outcome", judgement.outcome.rawValue)
                switch judgement.verdict {
                case .accept: json.member("verdict", "accept")
                case .reject(let reason, _):
                    json.member("verdict", "reject")
                    json.member("reason", reason)
                case nil: break
                }
            }
        }
    }
}
