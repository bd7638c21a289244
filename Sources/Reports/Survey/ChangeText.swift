import ConfigurationReview
import Findings
import Runner
import Scenarios

/// The changes of configurations, for people.
package struct ChangeText: Sendable {
    private let isWhole: Bool
    private let hasColour: Bool
    private let width: Int

    /// Where values begin.
    private static let column = 13

    /// - Parameters:
    ///   - isWhole: whether cases are named.
    ///   - hasColour: whether styles become escape sequences.
    ///   - width: in columns.
    package init(isWhole: Bool, hasColour: Bool, width: Int) {
        (self.isWhole, self.hasColour, self.width) = (isWhole, hasColour, width)
    }

    /// The lines of the changes, each with its weaker side first; a line alone where there are none.
    ///
    /// - Parameters:
    ///   - changes: of configurations.
    ///   - mistakes: of the files.
    /// - Returns: lines, each ended by a newline.
    package func of(_ changes: [AuditChange], _ mistakes: FindingChange? = nil) -> String {
        var text = TerminalText(hasColour: hasColour)
        let differing = changes.filter { $0.isWorse || $0.isBetter }
        for finding in mistakes?.new ?? [] { write("weaker", .bad, finding.headline, [], &text) }
        for finding in mistakes?.gone ?? [] {
            write("stronger", .good, finding.headline, [], &text)
        }
        let hasMistakes = mistakes?.isEmpty == false
        if hasMistakes { text.newLine() }
        for change in differing { write(change, to: &text) }
        if differing.isEmpty, !hasMistakes {
            text.literal("nothing became weaker or stronger")
            text.newLine()
        }
        return text.text
    }

    private func write(_ change: AuditChange, to text: inout TerminalText) {
        text.value(change.party, .strong)
        if let hosts = change.hosts.hostWords { text.value(" for " + hosts) }
        text.newLine()
        if change.stopsWorking {
            write("broken", .bad, "accepts nothing any more, valid servers included", [], &text)
        }
        for (harm, cases) in change.weaker.sorted(by: { $0.key > $1.key }) {
            let words = "accepts \(cases.needing(harm)) (\(harm.gravity.rawValue))"
            write("weaker", .bad, words, cases, &text)
        }
        if !change.refused.isEmpty, !change.stopsWorking {
            let servers = Prose.count(change.refused.count, "valid server")
            write("broken", .bad, "refuses \(servers)", change.refused, &text)
        }
        for (harm, cases) in change.stronger.sorted(by: { $0.key > $1.key }) {
            let words = "refuses \(cases.needing(harm)) (\(harm.gravity.rawValue))"
            write("stronger", .good, words, cases, &text)
        }
        if !change.admitted.isEmpty {
            let servers = Prose.count(change.admitted.count, "valid server")
            write("mended", .good, "accepts \(servers)", change.admitted, &text)
        }
        text.newLine()
    }

    private func write(
        _ label: String,
        _ style: TerminalText.Style,
        _ words: String,
        _ cases: [String],
        _ text: inout TerminalText
    ) {
        text.literal("  ")
        text.value(label, style)
        text.pad(to: Self.column)
        var line = TerminalText(hasColour: false)
        line.value(words)
        text.fold(line, from: Self.column, to: width)
        text.newLine()
        guard isWhole, !cases.isEmpty else { return }
        text.field("shown by", at: Self.column, width: width) {
            $0.values(cases, between: ", ")
        }
    }
}

extension [String] {
    /// These cases, and the means that an attacker needs for them.
    fileprivate func needing(_ harm: AuditRecord.Harm) -> String {
        "\(Prose.count(count, "attack")) that \(count == 1 ? "needs" : "need") \(harm.attackerNeeds)"
    }
}

extension Finding {
    /// The mistake on one line.
    fileprivate var headline: String { "\(gravity.rawValue)[\(rule)]: \(problem)" }
}
