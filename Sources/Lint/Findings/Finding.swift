import ScenarioFormat

// ConfigurationReview reads an owner's file, configuration or source code, and lists the mistakes in
// it, each with its place and its fix. It judges no test case, starts nothing and asks no network.

/// The urgency of a finding, the most severe first.
package enum Severity: String, CaseIterable, Hashable, Comparable, Sendable {
    /// An attacker on the path needs nothing, or a certificate for a name of the attacker's own.
    case critical
    /// Pins do nothing, cleartext is allowed, or an outage: the app crashes at launch or refuses every
    /// server.
    case high
    /// Some hosts, or an attacker with a certificate for the host.
    case medium
    /// An outage to come, or hygiene.
    case low
    /// No fault.
    case note

    package static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }

    /// The word in reports, such as `high`, or `high (outage)`.
    package func words(isOutage: Bool) -> String { isOutage ? "\(rawValue) (outage)" : rawValue }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A range of a file's text, as an editor shows it.
package struct Span: Hashable, Sendable {
    /// In bytes from the start of the file, after a byte order mark.
    package let range: Range<Int>
    /// The place of its first character.
    package let mark: Mark
    /// In characters, up to the end of the first line; at least 1.
    package let length: Int
    /// The text of its first line; of a long one the part around it.
    package let line: String
    /// Its first character in `line`, from 1.
    package let column: Int
}

/// A change of a file that fixes a mistake.
package struct Edit: Hashable, Sendable {
    /// In bytes from the start of the file, after a byte order mark.
    package let range: Range<Int>
    package let replacement: String

    package init(_ range: Range<Int>, _ replacement: String) {
        (self.range, self.replacement) = (range, replacement)
    }
}

/// The way to fix a mistake.
package struct Fix: Hashable, Sendable {
    /// A line as it is after the edits.
    package struct Line: Hashable, Sendable {
        package let number: Int
        package let text: String

        /// Each parameter is the property of its name.
        package init(number: Int, text: String) { (self.number, self.text) = (number, text) }
    }

    /// A lowercase fragment for people.
    package let words: String
    /// Together the whole fix; empty where only its owner can say it, such as a new pin.
    package let edits: [Edit]
    /// The lines that the edits change, after them; none for lines that they delete.
    package let lines: [Line]

    package init(_ words: String, edits: [Edit] = [], lines: [Line] = []) {
        (self.words, self.edits, self.lines) = (words, edits, lines)
    }

    /// Leaves the texts to the comparison, which is short where they share their storage: thousands of
    /// findings of a large entry have one fix, with the text of the entry.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words)
        hasher.combine(edits.count)
        hasher.combine(edits.first?.range)
    }
}

/// A mistake in a file.
///
/// Its texts quote the file: a caller that shows them escapes them for its output.
package struct Finding: Hashable, Sendable {
    /// Another place that belongs to the mistake.
    package struct Related: Hashable, Sendable {
        package let place: Span
        package let label: String

        /// Each parameter is the property of its name.
        package init(place: Span, label: String) { (self.place, self.label) = (place, label) }
    }

    /// The id of its rule, such as `NSC-006`.
    package let rule: String
    package var severity: Severity
    /// Whether the rule, or this case of it, is an outage.
    private let isOfOutage: Bool
    /// Nil for the file as a whole, and for a binary file.
    package let place: Span?
    /// A lowercase fragment that names the host where it is known.
    package let problem: String
    /// The words beside the carets; may be empty.
    package let label: String
    /// The consequence, and the attacker who gains by it.
    package let consequence: String
    package var fix: Fix?
    package var related: [Related] = []
    /// Further facts, such as other mistakes that do not matter because of this one.
    package var notes: [String] = []

    /// Each parameter is the property of its name.
    package init(
        _ rule: Rule,
        _ severity: Severity? = nil,
        at place: Span?,
        _ problem: String,
        label: String = "",
        impact consequence: String,
        fix: Fix?,
        related: [Related] = [],
        notes: [String] = []
    ) {
        (self.rule, self.severity) = (rule.id, severity ?? rule.severity)
        isOfOutage = rule.isOutage
        (self.place, self.problem, self.label) = (place, problem, label)
        (self.consequence, self.fix) = (consequence, fix)
        (self.related, self.notes) = (related, notes)
    }
}

extension Finding {
    /// Whether users lose their connections by it, and no attacker gains; a note is no fault.
    package var isOutage: Bool { isOfOutage && severity != .note }

    /// The severity in reports, such as `high (outage)`.
    package var severity: String { severity.words(isOutage: isOutage) }
}

extension Finding: Comparable {
    /// The most severe first, then by place and rule.
    package static func < (left: Finding, right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity < right.severity }
        let start = Mark(line: 0, column: 0)
        let (leftMark, rightMark) = (left.place?.mark ?? start, right.place?.mark ?? start)
        if leftMark != rightMark { return leftMark < rightMark }
        return (left.rule, left.problem) < (right.rule, right.problem)
    }
}

/// A place that could have decided about a mistake and could not be read.
package struct Unread: Hashable, Sendable {
    /// Nil for the file as a whole.
    package let place: Span?
    /// A fragment, such as `HOST is not a literal`.
    package let why: String

    package init(at place: Span?, _ why: String) {
        (self.place, self.why) = (place, why)
    }
}
