import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat

/// A comparison as text: the number of differences, then a table with a line for each combination
/// of verdicts and the cases below it.
package struct ComparisonText {
    private let comparison: Comparison
    /// Whether every case is named.
    private let isWhole: Bool
    private let hasColour: Bool

    package init(_ comparison: Comparison, isWhole: Bool, hasColour: Bool) {
        self.comparison = comparison
        self.isWhole = isWhole
        self.hasColour = hasColour
    }

    /// The lines for a terminal.
    package var text: String {
        var text = TerminalText(hasColour: hasColour)
        let count = comparison.differences.reduce(0) { $0 + $1.scenarios.count }
        let judged = Prose.count(comparison.judged, "test case")
        text.value(
            count == 0
                ? "no difference in \(judged)"
                : "\(count) of \(judged) \(count == 1 ? "gets" : "get") different verdicts"
        )
        text.newLine()
        text.newLine()
        for (letter, party) in zip(Self.letters, comparison.parties) {
            text.value(letter, .strong)
            text.literal("  ")
            text.value(party.name)
            text.newLine()
        }
        text.newLine()
        if !comparison.differences.isEmpty {
            writeTable(to: &text)
            text.literal("hatpin explain CASE shows what a case is about")
            text.newLine()
        }
        if comparison.leftOut > 0 {
            text.value(
                Prose.count(comparison.leftOut, "test case")
                    + " left out: not applicable to one of the parties"
            )
            text.newLine()
        }
        return text.text
    }

    /// The letters that name the parties in the head of the table, which has at most 26 columns.
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

    private var head: [String] {
        Self.letters.prefix(comparison.parties.count) + ["a correct \(comparison.end.rawValue)"]
    }

    private func writeTable(to text: inout TerminalText) {
        let rows = comparison.differences.map { $0.verdicts + [$0.truth] }
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].count }.max() ?? 0
        }
        text.literal("cases ")
        write(head.map { ($0, .strong) }, widths, to: &text)
        for (difference, row) in zip(comparison.differences, rows) {
            text.value(String(difference.scenarios.count).padded(to: 6))
            write(row.map { ($0, style(of: $0, truth: difference.truth)) }, widths, to: &text)
            write(difference.scenarios, to: &text)
        }
        text.newLine()
    }

    private func write(
        _ cells: [(String, TerminalText.Style)],
        _ widths: [Int],
        to text: inout TerminalText
    ) {
        var column = text.column
        for (cell, width) in zip(cells, widths) {
            text.pad(to: column + 2)
            text.value(cell.0, cell.1)
            column += 2 + width
        }
        text.newLine()
    }

    private func write(_ scenarios: [Scenario], to text: inout TerminalText) {
        let shown = isWhole ? scenarios[...] : scenarios.prefix(3)
        for scenario in shown {
            text.literal("        ")
            text.value(scenario.id, .faint)
            text.newLine()
        }
        if shown.count < scenarios.count {
            text.literal("        ")
            text.value("and \(scenarios.count - shown.count) more", .faint)
            text.newLine()
        }
    }

    /// Returns the style of a verdict: accepting an attack is bad, rejecting a valid server is odd.
    private func style(of verdict: String, truth: String) -> TerminalText.Style {
        switch (verdict == "accept", truth == "accept") {
        case (true, false): .bad
        case (false, true): .odd
        default: .plain
        }
    }
}

extension String {
    /// Pads the text on the left to a width.
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
