import ClientModels
import ScenarioFormat

/// A property list under review, or an equivalent dictionary in source code.
struct PropertyListFile {
    /// The notation that edits use.
    enum Style {
        case xml, swift, objectiveC
    }

    let file: ReviewedFile
    let root: PropertyListNode
    let comments: [Range<Int>]
    let style: Style

    /// Creates the property list for a dictionary in source code.
    init(_ file: ReviewedFile, root: PropertyListNode, comments: [Range<Int>], _ style: Style) {
        (self.file, self.root, self.comments, self.style) = (file, root, comments, style)
    }

    /// Reads a property list; nil if the file is not a property list.
    init?(_ file: ReviewedFile) {
        let isBinary = file.bytes.starts(with: Array("bplist".utf8))
        // Most files are neither binary nor XML property lists, so this check avoids parsing them.
        guard isBinary || file.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<"),
            let outline = try? PropertyListOutline(file.bytes)
        else { return nil }
        self.init(file, root: outline.root, comments: outline.comments, .xml)
    }

    func span(_ range: Range<Int>?) -> Span? { range.map(file.span) }

    /// Returns the place of an entry's key.
    func span(_ entry: PropertyListNode.Entry) -> Span? { span(entry.keyRange) }

    func span(_ node: PropertyListNode) -> Span? { span(node.range) }

    /// Returns the edit that deletes an entry, with its lines if nothing else is on them.
    func deleting(_ entry: PropertyListNode.Entry) -> [Edit] {
        entry.range.map { [Edit(file.wholeLines(withComma($0)), "")] } ?? []
    }

    /// Returns the range of an entry with the comma after it, which ends an entry in source code.
    private func withComma(_ range: Range<Int>) -> Range<Int> {
        guard style != .xml else { return range }
        let blanks = file.bytes[range.upperBound...].prefix { $0 == 0x20 }
        let isComma = file.bytes[blanks.endIndex...].first == UInt8(ascii: ",")
        return range.lowerBound..<(isComma ? blanks.endIndex + 1 : range.upperBound)
    }

    /// Returns the edit that writes a Boolean.
    func writing(_ truth: Bool, for node: PropertyListNode) -> [Edit] {
        node.range.map { [Edit($0, text(truth))] } ?? []
    }

    private func text(_ truth: Bool) -> String {
        switch style {
        case .xml: "<\(truth)/>"
        case .swift: "\(truth)"
        case .objectiveC: truth ? "@YES" : "@NO"
        }
    }

    /// Returns the edit that replaces the text between the tags of a value.
    func text(_ text: String, in node: PropertyListNode) -> [Edit] {
        node.content.map { [Edit($0, text)] } ?? []
    }

    /// Returns the edit that replaces a key.
    func key(_ key: String, for entry: PropertyListNode.Entry) -> [Edit] {
        entry.keyTextRange.map { [Edit($0, key)] } ?? []
    }

    /// Returns the edit that adds an entry to a dictionary, before its first entry and with the
    /// same indentation.
    func adding(_ key: String, _ value: Bool, to node: PropertyListNode) -> [Edit] {
        guard let first = node.entries.first?.keyRange?.lowerBound else { return [] }
        let line = file.lineRange(file.lineNumber(at: first)).lowerBound
        let indent = file.text(line..<first)
        let gap = indent.allSatisfy(\.isWhitespace) ? "\n" + indent : ""
        let added =
            style == .xml
            ? "<key>\(key)</key>\(gap)\(text(value))\(gap)"
            : "k\(key): \(text(value)),\(gap.isEmpty ? " " : gap)"
        return [Edit(first..<first, added)]
    }
}

/// A review of the entries of a property list.
protocol PropertyListReview {
    var list: PropertyListFile { get }
}

extension PropertyListReview {
    /// Returns a finding at an entry.
    func finding(
        _ rule: Rule,
        _ severity: Severity? = nil,
        at entry: PropertyListNode.Entry,
        _ problem: String,
        _ label: String,
        impact: String,
        fix words: String,
        _ edits: [Edit] = []
    ) -> Finding {
        Finding(
            rule,
            severity,
            at: list.span(entry),
            problem,
            label: label,
            impact: impact,
            fix: list.file.fix(words, edits)
        )
    }
}

extension PropertyListValue {
    /// The Boolean of `<true/>` or `<false/>`; nil for other values.
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The text of a string; nil for other values.
    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The Boolean that a string or number means; nil for other values.
    var meantBoolean: Bool? {
        switch self {
        case .string(let text):
            ["yes", "true", "1"].contains(text.lowercased())
                ? true : ["no", "false", "0"].contains(text.lowercased()) ? false : nil
        case .integer(let number): number == 1 ? true : number == 0 ? false : nil
        default: nil
        }
    }
}
