import ScenarioFormat

// Lint reads a configuration or source file of a user and lists the mistakes in it, each with its
// place and fix. It runs no test case and uses no network. The only program that it starts is
// ast-grep, which parses source code.

extension Severity {
    /// Returns the words for reports, such as `high` or `high (outage)`.
    package func words(isOutage: Bool) -> String { isOutage ? "\(rawValue) (outage)" : rawValue }
}

/// A range of a file's text, with its line and column.
package struct Span: Hashable, Sendable {
    /// The bytes, counted from the start of the file after a byte order mark.
    package let range: Range<Int>
    /// The place of the range's first character.
    package let mark: Mark
    /// The number of characters up to the end of the first line; at least 1.
    package let length: Int
    /// The text of the range's first line, or the part around the range if the line is long.
    package let line: String
    /// The column of the range's first character in `line`, from 1.
    package let column: Int
}

/// A change to a file that fixes a mistake.
package struct Edit: Hashable, Sendable {
    /// The bytes, counted from the start of the file after a byte order mark.
    package let range: Range<Int>
    package let replacement: String

    package init(_ range: Range<Int>, _ replacement: String) {
        (self.range, self.replacement) = (range, replacement)
    }
}

/// How to fix a mistake.
package struct Fix: Hashable, Sendable {
    /// A line of the file after the edits.
    package struct Line: Hashable, Sendable {
        package let number: Int
        package let text: String

        package init(number: Int, text: String) { (self.number, self.text) = (number, text) }
    }

    /// The action, as a lowercase fragment.
    package let words: String
    /// All edits of the fix; empty if only the owner knows them, for example a new pin.
    package let edits: [Edit]
    /// The changed lines after the edits, without deleted lines.
    package let lines: [Line]

    package init(_ words: String, edits: [Edit] = [], lines: [Line] = []) {
        (self.words, self.edits, self.lines) = (words, edits, lines)
    }

    /// Hashes the fix without its long texts.
    ///
    /// Thousands of findings in a large entry can share one fix that contains the text of the
    /// entry. Comparing shared text is fast.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words)
        hasher.combine(edits.count)
        hasher.combine(edits.first?.range)
    }
}

/// A mistake in a file.
///
/// The finding's texts quote the file, so a caller must escape the texts for its output.
package struct Finding: Hashable, Sendable {
    /// Another place that belongs to the mistake.
    package struct Related: Hashable, Sendable {
        package let place: Span
        package let label: String

        package init(place: Span, label: String) { (self.place, self.label) = (place, label) }
    }

    /// The ID of the rule that the finding belongs to, such as `NSC-006`.
    package let rule: String
    package var severity: Severity
    /// Whether the rule, or this case of the rule, causes an outage.
    private let isOfOutage: Bool
    /// The place in the file; nil for the whole file and for a binary file.
    package let place: Span?
    /// The mistake, as a lowercase fragment with the host if it is known.
    package let problem: String
    /// The words next to the carets; may be empty.
    package let label: String
    /// The consequence of the mistake, and the attacker who can use it.
    package let impact: String
    package var fix: Fix?
    package var related: [Related] = []
    /// Further facts, such as why there is no edit.
    package var notes: [String] = []

    package init(
        _ rule: Rule,
        _ severity: Severity? = nil,
        at place: Span?,
        _ problem: String,
        label: String = "",
        impact: String,
        fix: Fix?,
        related: [Related] = [],
        notes: [String] = []
    ) {
        (self.rule, self.severity) = (rule.id, severity ?? rule.severity)
        isOfOutage = rule.isOutage
        (self.place, self.problem, self.label) = (place, problem, label)
        (self.impact, self.fix) = (impact, fix)
        (self.related, self.notes) = (related, notes)
    }
}

extension Finding {
    /// Whether the mistake breaks connections instead of helping an attacker; false for a note.
    package var isOutage: Bool { isOfOutage && severity != .note }

    /// The severity as shown in reports, such as `high (outage)`.
    package var severityWords: String { severity.words(isOutage: isOutage) }
}

extension Finding: Comparable {
    /// Orders findings by severity, the most severe first, then by place and rule.
    package static func < (left: Finding, right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        let start = Mark(line: 0, column: 0)
        let (leftMark, rightMark) = (left.place?.mark ?? start, right.place?.mark ?? start)
        if leftMark != rightMark { return leftMark < rightMark }
        return (left.rule, left.problem) < (right.rule, right.problem)
    }
}

/// A place that could contain a mistake but could not be read.
package struct Unread: Hashable, Sendable {
    /// The place in the file; nil for the whole file.
    package let place: Span?
    /// The reason as a fragment, such as `HOST is not a literal`.
    package let why: String

    package init(at place: Span?, _ why: String) {
        (self.place, self.why) = (place, why)
    }
}
