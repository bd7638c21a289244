import Basics
import Lint
import Runner
import ScenarioFormat

/// The changes of configurations as text for people.
package struct ChangeText: Sendable {
    private let isWhole: Bool
    private let hasColour: Bool
    private let width: Int

    /// The column at which values begin.
    private static let column = 13

    /// - Parameters:
    ///   - isWhole: whether the text names the cases.
    ///   - hasColour: whether styles are written as escape sequences.
    ///   - width: the width of the terminal in columns.
    package init(isWhole: Bool, hasColour: Bool, width: Int) {
        (self.isWhole, self.hasColour, self.width) = (isWhole, hasColour, width)
    }

    /// Returns the lines of the changes, weaker verdicts first; without changes, a line that says
    /// so.
    ///
    /// - Parameters:
    ///   - changes: the changes of configurations.
    ///   - mistakes: the changes in the findings of files.
    /// - Returns: lines, each ended by a newline.
    package func of(_ changes: [AuditChange], _ mistakes: FindingChange? = nil) -> String {
        var text = TerminalText(hasColour: hasColour)
        let differing = changes.filter { $0.isWorse || $0.isBetter }
        for line in mistakes?.lines ?? [] { write(line, to: &text) }
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
        for line in change.lines { write(line, to: &text) }
        text.newLine()
    }

    private func write(_ line: ChangeLine, to text: inout TerminalText) {
        text.literal("  ")
        text.value(line.label, line.isWorse ? .bad : .good)
        text.pad(to: Self.column)
        var words = TerminalText(hasColour: false)
        words.value(line.words)
        text.fold(words, from: Self.column, to: width)
        text.newLine()
        guard isWhole, !line.cases.isEmpty else { return }
        text.field("shown by", at: Self.column, width: width) {
            $0.values(line.cases, between: ", ")
        }
    }
}
