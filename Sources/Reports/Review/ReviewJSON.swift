import Basics
import Lint
import ScenarioFormat

/// Findings as members of a JSON document.
///
/// ```
/// { file, line?, column?, length?, code?, severity, isOutage, rule, problem, label?, impact,
///   fix?: { words, edits: [{ offset, length, replacement }], lines: [{ line, text }] },
///   fix?: { words, sameAs },
///   related: [{ line, column, length, label }], notes: [text] }
/// ```
package enum ReviewJSON {
    /// Writes the array `findings` of all files; within a file, the most severe finding is first.
    package static func writeFindings(of reviews: [Review], to json: inout JSONWriter) {
        json.array { list in
            var number = 0
            for review in reviews {
                var fixes = FirstFixes()
                for finding in review.findings {
                    let first = fixes.first(with: finding.fix, at: number)
                    list.object { write(finding, in: review, sameAs: first, to: &$0) }
                    number += 1
                }
            }
        }
    }

    /// Writes the array `unread` of all files: `{ file, line?, column?, why }`.
    package static func writeUnread(of reviews: [Review], to json: inout JSONWriter) {
        json.array { list in
            for review in reviews {
                for unread in review.unread {
                    list.object { json in
                        json.member("file", Untrusted(review.file))
                        write(unread.place, to: &json)
                        json.member("why", Untrusted(unread.why))
                    }
                }
            }
        }
    }

    private static func write(
        _ finding: Finding,
        in review: Review,
        sameAs first: Int?,
        to json: inout JSONWriter
    ) {
        json.member("file", Untrusted(review.file))
        write(finding.place, to: &json)
        json.member("code", review.code(of: finding).map { Untrusted($0) })
        json.member("severity", finding.severity.rawValue)
        json.member("isOutage", finding.isOutage)
        json.member("rule", finding.rule)
        json.member("problem", Untrusted(finding.problem))
        if !finding.label.isEmpty { json.member("label", Untrusted(finding.label)) }
        json.member("impact", Untrusted(finding.impact))
        if let fix = finding.fix {
            json.key("fix")
            json.object { json in
                json.member("words", Untrusted(fix.words))
                if let first {
                    json.member("sameAs", first)
                } else {
                    writeEdits(of: fix, to: &json)
                }
            }
        }
        json.key("related")
        json.array { list in
            for related in finding.related {
                list.object { json in
                    write(related.place, to: &json)
                    json.member("label", Untrusted(related.label))
                }
            }
        }
        json.key("notes")
        json.array { list in
            for note in finding.notes { list.string(Untrusted(note)) }
        }
    }

    private static func write(_ place: Span?, to json: inout JSONWriter) {
        guard let place else { return }
        json.member("line", place.mark.line)
        json.member("column", place.mark.column)
        json.member("length", place.length)
    }

    private static func writeEdits(of fix: Fix, to json: inout JSONWriter) {
        json.key("edits")
        json.array { list in
            for edit in fix.edits {
                list.object { json in
                    json.member("offset", edit.range.lowerBound)
                    json.member("length", edit.range.count)
                    json.member("replacement", Untrusted(edit.replacement))
                }
            }
        }
        json.key("lines")
        json.array { list in
            for line in fix.lines {
                list.object { json in
                    json.member("line", line.number)
                    json.member("text", Untrusted(line.text))
                }
            }
        }
    }
}
