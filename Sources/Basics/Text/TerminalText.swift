/// Text for a terminal or the log of a CI service, with optional colours.
///
/// Everything except literals is escaped: control characters in caret notation, other deceptive
/// scalars by their number. The second `#` of `##` is also escaped, because GitHub's and Azure's
/// runners obey `##[…]` anywhere in a line.
///
/// ```swift
/// var text = TerminalText(hasColour: false)
/// text.literal("presented ")
/// text.value("a\u{1b}b")  // the escape is written as ^[
/// text.text
/// ```
package struct TerminalText: Sink, Sendable {
    /// Styles of text; wherever a colour has a meaning, a glyph or a word has the same meaning.
    package enum Style: Sendable {
        case plain, good, bad, odd, faint, strong

        var sequence: String {
            switch self {
            case .plain: ""
            case .good: "\u{1b}[32m"
            case .bad: "\u{1b}[1;31m"
            case .odd: "\u{1b}[33m"
            case .faint: "\u{1b}[2m"
            case .strong: "\u{1b}[1m"
            }
        }
    }

    /// The maximum number of scalars of a value to show: names in certificates have no length
    /// limit.
    static let longestValue = 400

    /// Whether styles become escape sequences.
    package let hasColour: Bool
    package private(set) var text = ""
    /// Columns written since the line began, counted in scalars.
    package private(set) var column = 0

    package init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// Writes a literal of the source code.
    package mutating func literal(_ literal: StaticString, _ style: Style = .plain) {
        styled(style) { $0.append(literal.description) }
    }

    /// Writes a value, escaped like all values.
    package mutating func value(_ value: String, _ style: Style = .plain) {
        styled(style) { $0.escape(value) }
    }

    /// Writes a number.
    package mutating func value(_ value: some BinaryInteger, _ style: Style = .plain) {
        styled(style) { $0.append(String(value)) }
    }

    /// Writes hostile text.
    package mutating func value(_ value: Untrusted, _ style: Style = .plain) {
        styled(style) { value.write(to: &$0) }
    }

    /// Writes values with a separator.
    package mutating func values(_ values: [String], between separator: StaticString) {
        for (index, one) in values.enumerated() {
            if index > 0 { literal(separator) }
            value(one)
        }
    }

    /// Fills the line with spaces up to a column; writes at least one space.
    package mutating func pad(to target: Int) {
        append(String(repeating: " ", count: max(1, target - column)))
    }

    /// Writes already escaped words, over as many lines as they need.
    ///
    /// - Parameters:
    ///   - words: the words, without colour.
    ///   - indent: the column where the second line and all later lines start.
    ///   - width: the last column; only a longer single word may exceed it.
    package mutating func fold(_ words: TerminalText, from indent: Int, to width: Int) {
        var isFirst = true
        for word in words.text.split(separator: " ", omittingEmptySubsequences: false) {
            if !isFirst, column > indent, column + 1 + word.unicodeScalars.count > width {
                newLine()
                pad(to: indent)
            } else if !isFirst {
                append(" ")
            }
            append(String(word))
            isFirst = false
        }
    }

    /// Ends the line.
    package mutating func newLine() {
        text += "\n"
        column = 0
    }

    package mutating func escape(_ value: String) {
        var before: Unicode.Scalar = " "
        var room = Self.longestValue
        for scalar in value.unicodeScalars {
            guard room > 0 else {
                append("… (\(value.unicodeScalars.count) characters)")
                return
            }
            room -= 1
            append(Self.visible(scalar, after: before))
            before = scalar
        }
    }

    /// Returns the visible form of a scalar; `before` is the scalar in front of this scalar.
    package static func visible(_ scalar: Unicode.Scalar, after before: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1f, 0x7f:
            "^" + String(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value ^ 0x40)))
        case 0x23 where before == "#":
            scalar.spelledOut
        default:
            scalar.isDeceptive ? scalar.spelledOut : String(scalar)
        }
    }

    private mutating func styled(_ style: Style, _ body: (inout TerminalText) -> Void) {
        let sequence = hasColour ? style.sequence : ""
        text += sequence
        body(&self)
        if !sequence.isEmpty { text += "\u{1b}[0m" }
    }

    private mutating func append(_ visible: String) {
        text += visible
        column += visible.unicodeScalars.count
    }
}

extension TerminalText {
    /// Writes names and values in two columns.
    package mutating func list(_ facts: [(StaticString, String)]) {
        for (name, value) in facts {
            literal(name, .faint)
            pad(to: 18)
            var words = TerminalText(hasColour: false)
            words.value(value)
            fold(words, from: 18, to: 88)
            newLine()
        }
    }
}
