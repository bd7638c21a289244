extension Diagnostic {
    /// The diagnostic for a terminal: what, where, the line with carets under what is meant, and
    /// the way out.
    ///
    /// ```
    /// error[S001]: unknown key 'vlaid' in an entity
    ///  --> scenarios/dates/expired-leaf.yaml:4:9
    ///   |
    /// 4 | leaf: { vlaid: -90d..-1d }
    ///   |         ^^^^^
    ///   = help: did you mean 'valid'?
    /// ```
    ///
    /// Nothing that a file or its name says can act on a terminal or on the log of a CI service.
    ///
    /// - Parameter hasColour: whether severity and margin are coloured.
    /// - Returns: lines, each ended by a newline.
    package func rendered(hasColour: Bool = false) -> String {
        let palette = Palette(hasColour: hasColour)
        let gutter = String(repeating: " ", count: mark.map { String($0.line).count } ?? 1)
        let margin = palette.faint("\(gutter) |")
        let place = mark.map { ":\($0.line):\($0.column)" } ?? ""
        var text = palette.severity("\(severity.rawValue)[\(code.rawValue)]", severity)
        text += ": \(Self.escape(problem))\n"
        text += palette.faint("\(gutter)--> ") + Self.escape(file) + place + "\n"
        if let mark, let excerpt {
            let quote = Quotation(of: excerpt, at: mark.column, length: length)
            text += margin + "\n"
            text += palette.faint("\(mark.line) |") + " \(quote.line)\n"
            text += margin + " " + palette.severity(quote.carets, severity) + "\n"
        }
        if let help { text += palette.faint("\(gutter) = ") + "help: \(Self.escape(help))\n" }
        return text
    }

    /// Text that can be nothing but text on a terminal: control characters in caret notation,
    /// bidirectional and invisible ones by their numbers.
    package static func escape(_ text: String) -> String {
        shown(Array(text.unicodeScalars)).joined()
    }

    /// What is shown for each scalar.
    fileprivate static func shown(_ scalars: [Unicode.Scalar]) -> [String] {
        scalars.indices.map { index in
            // Runners of CI services obey ##[…] wherever it stands in a line.
            let isSecondHash = index > 0 && scalars[index] == "#" && scalars[index - 1] == "#"
            return isSecondHash ? "\\u{23}" : shown(scalars[index])
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20: "^" + String(UnicodeScalar(UInt8(scalar.value) + 0x40))
        case 0x7f: "^?"
        case _ where scalar.isInvisible: "\\u{" + String(scalar.value, radix: 16) + "}"
        default: String(scalar)
        }
    }
}

/// The part of a line that is shown, and the carets under it.
private struct Quotation {
    /// Columns shown of a long line before and after the place that is meant.
    private static let context = 50

    let line: String
    let carets: String

    init(of line: String, at column: Int, length: Int) {
        let scalars = Array(line.unicodeScalars)
        let start = min(max(0, column - 1), scalars.count)
        let end = min(start + max(1, length), scalars.count)
        let first = start > 2 * Self.context ? start - Self.context : 0
        let last = min(scalars.count, max(end, first) + 2 * Self.context, start + 4 * Self.context)
        let shown = Diagnostic.shown(Array(scalars[first..<max(first, last)]))
        let before = (first > 0 ? "…" : "") + shown.prefix(start - first).joined()
        let meant = shown.dropFirst(start - first).prefix(end - start).joined()
        let after = shown.dropFirst(end - first).joined()
        self.line = before + meant + after + (last < scalars.count ? "…" : "")
        carets =
            String(repeating: " ", count: Self.width(before))
            + String(repeating: "^", count: max(1, Self.width(meant)))
    }

    /// Columns of a terminal.
    private static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + $1.columns }
    }
}

extension Unicode.Scalar {
    /// What a reader would not see as what it is: C1 controls, separators, bidirectional controls,
    /// what has no width, tags, and what is not assigned.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    /// Columns of a terminal: 0 for combining marks, 2 for East Asian wide characters and emoji.
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

/// The colours of diagnostics; never the only difference.
private struct Palette {
    let hasColour: Bool

    func faint(_ text: String) -> String { wrap(text, "\u{1b}[2m") }

    func severity(_ text: String, _ severity: Diagnostic.Severity) -> String {
        wrap(text, severity == .error ? "\u{1b}[1;31m" : "\u{1b}[1;33m")
    }

    private func wrap(_ text: String, _ sequence: String) -> String {
        hasColour ? sequence + text + "\u{1b}[0m" : text
    }
}
