import Basics
import ScenarioFormat

/// A diagnostic for a terminal: the problem, its place, the line with carets under the wrong text,
/// and the fix.
///
/// ```
/// error[S001]: unknown key 'vlaid' in an entity
///  --> scenarios/dates/expired-leaf.yaml:4:9
///   |
/// 4 | leaf: { vlaid: -90d..-1d }
///   |         ^^^^^
///   = help: did you mean 'valid'?
/// ```
package struct DiagnosticText: Sendable {
    private let diagnostic: Diagnostic
    private let hasColour: Bool

    package init(_ diagnostic: Diagnostic, hasColour: Bool) {
        self.diagnostic = diagnostic
        self.hasColour = hasColour
    }

    /// The lines, each ended by a newline.
    package var text: String {
        var text = TerminalText(hasColour: hasColour)
        text.heading(
            "\(diagnostic.level.rawValue)[\(diagnostic.code.rawValue)]",
            style,
            diagnostic.problem
        )
        text.place(diagnostic.file, diagnostic.mark, after: gutter)
        quotation(&text)
        if let help = diagnostic.help {
            text.value(gutter + " = ", .faint)
            text.literal("help: ")
            text.value(help)
            text.newLine()
        }
        return text.text
    }

    private func quotation(_ text: inout TerminalText) {
        guard let mark = diagnostic.mark, let excerpt = diagnostic.excerpt else { return }
        let quote = Quotation(of: excerpt, at: mark.column, length: diagnostic.length)
        text.value(gutter + " |", .faint)
        text.newLine()
        text.line("\(mark.line)", quote)
        text.value(gutter + " |", .faint)
        text.value(String(repeating: " ", count: 1 + quote.indent))
        text.value(String(repeating: "^", count: quote.width), style)
        text.newLine()
    }

    /// Blanks of the width of the line number.
    private var gutter: String {
        String(repeating: " ", count: diagnostic.mark.map { String($0.line).count } ?? 1)
    }

    private var style: TerminalText.Style {
        switch diagnostic.level {
        case .error: .bad
        case .warning: .odd
        case .note: .plain
        }
    }
}

extension TerminalText {
    /// Writes the line that states the problem of a file.
    mutating func heading(_ word: String, _ style: Style, _ problem: String) {
        value(word, style)
        literal(": ")
        value(problem)
        newLine()
    }

    /// Writes the line that states the place in a file.
    mutating func place(_ file: String, _ mark: Mark?, after gutter: String) {
        value(gutter + "--> ", .faint)
        value(file)
        if let mark { value(":\(mark.line):\(mark.column)") }
        newLine()
    }

    /// Writes a line of a file after its line number.
    mutating func line(_ number: String, _ quote: Quotation) {
        value(number + " |", .faint)
        literal(" ")
        if quote.isCutBefore { literal("…") }
        value(quote.line)
        if quote.isCutAfter { literal("…") }
        newLine()
    }
}

/// The part of a line that is shown, and the position of the carets under it.
struct Quotation {
    /// The number of scalars that are shown before the wrong text in a long line; at most twice as
    /// many are shown after it.
    private static let context = 50

    /// The text with spaces in place of tabs.
    ///
    /// The text has at most 300 scalars other than tabs, so that a terminal shows the whole text.
    let line: String
    let isCutBefore, isCutAfter: Bool
    /// The columns before the carets, and the number of carets, at least 1.
    let indent, width: Int

    /// The spaces that replace a tab, because the tab stops of a terminal would misplace the
    /// carets.
    private static let tab = "    "

    static func withoutTabs(_ line: String) -> String { line.replacing("\t", with: tab) }

    init(of line: String, at column: Int, length: Int) {
        let scalars = Array(line.unicodeScalars)
        let start = min(max(0, column - 1), scalars.count)
        let end = min(start + max(1, length), scalars.count)
        let first = start > 2 * Self.context ? start - Self.context : 0
        let last = min(scalars.count, end + 2 * Self.context, start + 4 * Self.context)
        let shown = (first..<last).map { place in
            // A tab at the place of the finding is shown as a control character.
            (start..<end).contains(place)
                ? String(scalars[place]) : Self.withoutTabs(String(scalars[place]))
        }
        self.line = shown.joined()
        (isCutBefore, isCutAfter) = (first > 0, last < scalars.count)
        var before: Unicode.Scalar = " "
        let widths = shown.map { text in
            text.unicodeScalars.reduce(0) { sum, scalar in
                defer { before = scalar }
                return TerminalText.visible(scalar, after: before).unicodeScalars
                    .reduce(sum) { $0 + $1.columns }
            }
        }
        indent = (first > 0 ? 1 : 0) + widths.prefix(start - first).reduce(0, +)
        width = max(1, widths.dropFirst(start - first).prefix(end - start).reduce(0, +))
    }
}

extension Unicode.Scalar {
    /// The width in terminal columns: 0 for combining marks, 2 for wide East Asian characters and
    /// emoji.
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return switch value {
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
            0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
            2
        default: 1
        }
    }
}
