import Basics
import Lint
import ScenarioFormat

/// A finding for a terminal: the problem, its place, the lines with carets, the impact and the fix.
///
/// ```
/// high[NSC-006]: the pins for api.example.com expired 325 days ago
///  --> res/xml/network_security_config.xml:5:14
///   |
/// 5 |     <pin-set expiration="2026-01-01">
///   |              ^^^^^^^^^^^^^^^^^^^^^^^ in the past
///   |
///   = impact  since 2026-01-01, Android ignores them
///   = fix     set expiration to a later date
///             5 |     <pin-set expiration="2027-11-01">
/// ```
package struct FindingText: Sendable {
    /// The column at which lines are folded.
    static let width = 96

    private let finding: Finding
    private let file: String
    private let hasColour: Bool

    package init(_ finding: Finding, in file: String, hasColour: Bool) {
        (self.finding, self.file, self.hasColour) = (finding, file, hasColour)
    }

    /// The lines, each ended by a newline.
    package var text: String {
        var text = TerminalText(hasColour: hasColour)
        text.heading("\(finding.severityWords)[\(finding.rule)]", style, finding.problem)
        text.place(file, finding.place?.mark, after: gutter)
        quotations(&text)
        remark("impact", finding.impact, to: &text)
        fix(to: &text)
        for note in finding.notes { remark("also", note, to: &text) }
        return text.text
    }

    /// Writes the line of the finding and the lines of its related places, in the order of the
    /// file.
    private func quotations(_ text: inout TerminalText) {
        guard let place = finding.place else { return }
        let related = finding.related.map { ($0.place, $0.label, "-", TerminalText.Style.faint) }
        let places = ([(place, finding.label, "^", style)] + related)
            .sorted { $0.0.mark < $1.0.mark }
        text.value(gutter + " |", .faint)
        text.newLine()
        var lastLine: Int?
        for (place, label, underline, style) in places {
            let quote = Quotation(of: place.line, at: place.column, length: place.length)
            if lastLine != place.mark.line { text.line(padded(place.mark.line), quote) }
            lastLine = place.mark.line
            text.value(gutter + " |", .faint)
            text.value(String(repeating: " ", count: 1 + quote.indent))
            text.value(String(repeating: underline, count: quote.width), style)
            if !label.isEmpty { text.value(" " + label, style) }
            text.newLine()
        }
        text.value(gutter + " |", .faint)
        text.newLine()
    }

    private func fix(to text: inout TerminalText) {
        guard let fix = finding.fix else { return }
        remark("fix", fix.words, to: &text)
        let indent = String(repeating: " ", count: gutter.count + Self.indent)
        for line in fix.lines.prefix(Self.shownLines) {
            text.value("\(indent)\(line.number) | ", .faint)
            text.value(Quotation.withoutTabs(line.text))
            text.newLine()
        }
        if fix.lines.count > Self.shownLines {
            text.value("\(indent)…", .faint)
            text.newLine()
        }
    }

    /// The largest number of lines of a fix that are shown; the edits contain the whole fix.
    private static let shownLines = 8

    /// The number of columns of ` = impact  `.
    private static let indent = 11

    private func remark(_ name: String, _ words: String, to text: inout TerminalText) {
        text.value(gutter + " = ", .faint)
        text.value(name)
        text.pad(to: gutter.count + Self.indent)
        var escaped = TerminalText(hasColour: false)
        escaped.value(words)
        text.fold(escaped, from: gutter.count + Self.indent, to: Self.width)
        text.newLine()
    }

    private func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, gutter.count - digits.count)) + digits
    }

    /// Blanks of the width of the largest line number.
    private var gutter: String {
        let places = [finding.place].compactMap(\.self) + finding.related.map(\.place)
        let largest = places.map(\.mark.line).max() ?? 0
        return String(repeating: " ", count: String(largest).count)
    }

    private var style: TerminalText.Style {
        switch finding.severity {
        case .critical, .high: .bad
        case .medium, .low: .odd
        case .note: .strong
        }
    }
}
