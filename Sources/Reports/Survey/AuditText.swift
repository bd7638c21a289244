import Policies
import Runner
import Scenarios
import Trust

/// An audit for people.
package struct AuditText {
    private let audit: Audit
    /// The options that the command was given, which decide what it sees.
    private let options: [String]
    /// Whether every case is named.
    private let isWhole: Bool
    private let hasColour: Bool
    private let width: Int

    /// Where values begin.
    private static let column = 13

    package init(
        _ audit: Audit,
        options: [String] = [],
        isWhole: Bool,
        hasColour: Bool,
        width: Int
    ) {
        self.audit = audit
        self.options = options
        self.isWhole = isWhole
        self.hasColour = hasColour
        self.width = width
    }

    /// The lines.
    package var text: String {
        var text = TerminalText(hasColour: hasColour)
        text.value(audit.party.name, .strong)
        text.newLine()
        text.literal("  ")
        text.value(verdict)
        text.newLine()
        text.newLine()
        for weakness in audit.weaknesses { write(weakness, to: &text) }
        if !audit.refusals.isEmpty { writeRefusals(to: &text) }
        return text.text
    }

    /// `3 weaknesses in 412 worlds: 1 critical, 2 high`.
    private var verdict: String {
        let gravities = Scenario.Importance.allCases.reversed().compactMap { gravity in
            let count = audit.weaknesses.count { $0.exposure.gravity == gravity }
            return count == 0 ? nil : "\(count) \(gravity.rawValue)"
        }
        let found =
            audit.weaknesses.isEmpty
            ? "no weakness" : Prose.count(audit.weaknesses.count, "weakness", plural: "weaknesses")
        var parts = ["\(found) in \(Prose.count(audit.judged, "world"))"]
        if !gravities.isEmpty { parts[0] += ": " + gravities.joined(separator: ", ") }
        if audit.acceptsNothing {
            parts.append("it accepts nothing that a correct client accepts, which proves nothing")
        }
        if audit.notApplicable > 0 { parts.append("\(audit.notApplicable) not applicable") }
        let failed = audit.obstructions.count
        if failed > 0 { parts.append("\(failed) without a verdict") }
        return parts.joined(separator: "; ")
    }

    private func write(_ weakness: Audit.Weakness, to text: inout TerminalText) {
        text.value(weakness.exposure.gravity.rawValue, .bad)
        text.pad(to: Self.column)
        var title = TerminalText(hasColour: false)
        title.value("an attacker needs " + weakness.exposure.attackerNeeds)
        text.fold(title, from: Self.column, to: width)
        text.newLine()
        field("accepted", &text) { $0.value(weakness.reasonWords) }
        field("shown by", &text) { write(weakness.scenarios, to: &$0) }
        field("to mend", &text) { $0.value(weakness.remedyWords) }
        if let scenario = weakness.scenarios.first {
            let filter = ["--filter", "id:\(scenario.group)"]
            let program = Reproduction.program(audit.party.name)
            let party = program == nil ? [audit.party.name] : []
            let command =
                (["hatpin", "audit"] + party + options + filter)
                .map(Prose.shellQuoted).joined(separator: " ") + (program ?? "")
            text.field("again", command, at: Self.column)
        }
        text.newLine()
    }

    private func write(_ scenarios: [Scenario], to text: inout TerminalText) {
        let shown = isWhole ? scenarios[...] : scenarios.prefix(2)
        text.values(
            shown.map { scenario in
                let rows = scenario.covers
                return rows.isEmpty
                    ? scenario.id : "\(scenario.id) (\(rows.joined(separator: ", ")))"
            },
            between: ", "
        )
        if shown.count < scenarios.count {
            text.literal(" and ")
            text.value(scenarios.count - shown.count)
            text.literal(" more")
        }
    }

    private func writeRefusals(to text: inout TerminalText) {
        text.literal("refuses", .odd)
        text.pad(to: Self.column)
        text.value(Prose.count(audit.refusals.count, "world"))
        text.literal(" that a correct client accepts")
        text.newLine()
        let reasons = Dictionary(grouping: audit.refusals, by: \.reason)
        for (reason, refusals) in reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            field("for", &text) {
                $0.value(reason.rawValue)
                $0.literal(": ")
                write(refusals.map(\.scenario), to: &$0)
            }
        }
        text.newLine()
    }

    private func field(
        _ label: StaticString,
        _ text: inout TerminalText,
        _ sentence: (inout TerminalText) -> Void
    ) {
        text.field(label, at: Self.column, width: width, sentence)
    }
}

extension Audit.Weakness {
    /// `name-mismatch (139 worlds), ip-mismatch (26)`.
    fileprivate var reasonWords: String {
        reasons.enumerated().map { index, entry in
            let count = index == 0 ? Prose.count(entry.worlds, "world") : "\(entry.worlds)"
            return "\(entry.reason.rawValue) (\(count))"
        }
        .joined(separator: ", ")
    }

    /// The changes that were seen to help, or what helps in general.
    var remedyWords: String {
        guard let remedy else { return "no setting alone; \(exposure.advice)" }
        let changes = remedy.changes.map { "\($0.setting)=\($0.word)" }.joined(separator: ", ")
        return remedy.mended == remedy.worlds
            ? changes : "\(changes) (for \(remedy.mended) of \(remedy.worlds)); \(exposure.advice)"
    }
}
