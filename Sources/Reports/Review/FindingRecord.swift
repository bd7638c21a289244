import Basics
import Lint
import ScenarioFormat

/// A finding in a file, in the form of JSON documents.
package struct FindingRecord: JSONRecord {
    package private(set) var file = ""
    private var place: PlaceRecord?
    /// The lines that the finding is about, without surrounding spaces; nil for a whole file.
    package private(set) var code: String?
    package private(set) var severity = Severity.note
    private var isOutage = false
    package private(set) var rule = ""
    package private(set) var problem = ""
    private var label: String?
    private var impact = ""
    private var fix: FixRecord?
    private var related: [RelatedRecord] = []
    private var notes: [String] = []

    /// The number of the finding's line, from 1; nil for a whole file.
    package var line: Int? { place?.line }

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("file", &file, "The path of the file.")
        try form.place(&place)
        try form.optional("code", &code, "The lines of the place, without surrounding spaces.")
        try form.member("severity", &severity, "The severity; a note is not a mistake.")
        try form.member(
            "isOutage",
            &isOutage,
            "Whether connections of users fail and no attacker gains."
        )
        try form.member("rule", &rule, "The id of the rule.")
        try form.member("problem", &problem, "What is wrong.")
        try form.optional("label", &label, "A short text about the marked place.")
        try form.member("impact", &impact, "What follows from the problem.")
        try form.optional("fix", &fix, "")
        try form.member("related", &related, "Related places.")
        try form.member("notes", &notes, "Further remarks.")
    }
}

extension Severity: JSONRepresentable {}

extension FindingRecord {
    /// Returns the findings of all files; within a file, the most severe finding is first.
    static func all(of reviews: [Review]) -> [FindingRecord] {
        var records: [FindingRecord] = []
        for review in reviews {
            var fixes = FirstFixes()
            for finding in review.findings {
                let first = fixes.first(with: finding.fix, at: records.count)
                records.append(FindingRecord(finding, in: review, sameAs: first))
            }
        }
        return records
    }

    private init(_ finding: Finding, in review: Review, sameAs first: Int?) {
        (file, place) = (review.file, finding.place.map(PlaceRecord.init))
        code = review.code(of: finding)
        (severity, isOutage) = (finding.severity, finding.isOutage)
        (rule, problem, impact) = (finding.rule, finding.problem, finding.impact)
        label = finding.label.isEmpty ? nil : finding.label
        fix = finding.fix.map { FixRecord($0, sameAs: first) }
        related = finding.related.map {
            RelatedRecord(place: PlaceRecord($0.place), label: $0.label)
        }
        notes = finding.notes
    }
}

/// A place in a file.
struct PlaceRecord {
    var line = 0, column = 0, length = 0
}

extension PlaceRecord {
    init(_ span: Span) {
        (line, column, length) = (span.mark.line, span.mark.column, span.length)
    }
}

extension RecordForm {
    /// Declares the line, the column and the length; a record about a whole file leaves them out.
    mutating func place(_ place: inout PlaceRecord?) throws(Fault) {
        var (line, column, length) = (place?.line, place?.column, place?.length)
        try optional("line", &line, "The number of the line, from 1.")
        try optional("column", &column, "The column in characters, from 1.")
        try optional("length", &length, "The number of marked characters on the first line.")
        guard let line, let column, let length else { return place = nil }
        place = PlaceRecord(line: line, column: column, length: length)
    }
}

/// A fix of a finding.
private struct FixRecord: JSONRecord {
    private var words = ""
    private var edits: [EditRecord]?
    private var lines: [LineRecord]?
    private var sameAs: Int?

    private init() {}

    /// - Parameters:
    ///   - fix: the fix.
    ///   - first: the number of an earlier finding whose record has the edits; nil if this record
    ///     has them.
    init(_ fix: Fix, sameAs first: Int?) {
        (words, sameAs) = (fix.words, first)
        guard first == nil else { return }
        edits = fix.edits.map { edit in
            EditRecord(
                offset: edit.range.lowerBound,
                length: edit.range.count,
                replacement: edit.replacement
            )
        }
        lines = fix.lines.map { LineRecord(line: $0.number, text: $0.text) }
    }

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("words", &words, "The fix in words.")
        try form.optional(
            "edits",
            &edits,
            "The edits that make the fix; empty if only the owner knows the right value."
        )
        try form.optional("lines", &lines, "The changed lines after the edits.")
        try form.optional(
            "sameAs",
            &sameAs,
            """
            Replaces edits and lines: the index, from 0, of the finding that has the edits and \
            lines. Both are fixed together.
            """
        )
    }
}

private struct EditRecord: JSONRecord {
    var offset = 0, length = 0
    var replacement = ""

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member(
            "offset",
            &offset,
            "The offset in bytes of UTF-8, not counting a byte order mark."
        )
        try form.member("length", &length, "The number of replaced bytes.")
        try form.member("replacement", &replacement, "The new text.")
    }
}

private struct LineRecord: JSONRecord {
    var line = 0
    var text = ""

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("line", &line, "The number of the line, from 1.")
        try form.member("text", &text, "The new text.")
    }
}

private struct RelatedRecord: JSONRecord {
    var place = PlaceRecord()
    var label = ""

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("line", &place.line, "The number of the line, from 1.")
        try form.member("column", &place.column, "The column in characters, from 1.")
        try form.member(
            "length",
            &place.length,
            "The number of marked characters on the first line."
        )
        try form.member("label", &label, "A short text about the place.")
    }
}

/// A part of a file that Hatpin could not read.
struct UnreadRecord: JSONRecord {
    private var file = ""
    private var place: PlaceRecord?
    private var why = ""

    static var blank: Self { Self() }

    /// Returns the unread parts of all files.
    static func all(of reviews: [Review]) -> [UnreadRecord] {
        reviews.flatMap { review in
            review.unread.map { unread in
                UnreadRecord(
                    file: review.file,
                    place: unread.place.map(PlaceRecord.init),
                    why: unread.why
                )
            }
        }
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("file", &file, "The path of the file.")
        try form.place(&place)
        try form.member("why", &why, "Why the place could not be read.")
    }
}
