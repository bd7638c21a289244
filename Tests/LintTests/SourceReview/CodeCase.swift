import ScenarioFormat
import Testing
import X509

@testable import Lint

/// A source file with one mistake, and similar correct files.
struct CodeCase: Sendable, CustomTestStringConvertible {
    /// The rule that finds the mistake.
    let rule: String
    /// The file's name, which shows its language.
    let file: String
    let wrong: String
    /// Similar files without the mistake.
    let right: [String]
    var hosts: [String] = []
    /// Facts about the project around the file.
    var project: [ProjectFiles.Fact: [String]] = [:]
    /// Whether the fix has edits.
    var isFixed = true

    init(
        _ rule: String,
        _ file: String,
        _ wrong: String,
        right: String...,
        hosts: [String] = [],
        project: [ProjectFiles.Fact: [String]] = [:],
        isFixed: Bool = true
    ) {
        (self.rule, self.file, self.wrong, self.right) = (rule, file, wrong, right)
        (self.hosts, self.project, self.isFixed) = (hosts, project, isFixed)
    }

    var testDescription: String { "\(rule) in \(file)" }

    func review(_ bytes: some Sequence<UInt8>) -> Review {
        var context = ReviewContext(
            now: Instant(rfc3339: "2026-11-23") ?? .init(seconds: 0),
            hosts: hosts
        )
        context.surroundings = ProjectFiles(project)
        return Review.file(Array(bytes), named: file, context: context)
    }

    /// The texts of all findings, for the snapshot.
    var outline: String {
        review(wrong.utf8).findings.map { finding in
            var lines = ["\(finding.severityWords)[\(finding.rule)]: \(finding.problem)"]
            if let place = finding.place {
                lines.append("  \(file):\(place.mark.line):\(place.mark.column): \(place.line)")
                let blanks = String(repeating: " ", count: max(0, place.column - 1))
                let carets = String(repeating: "^", count: place.length)
                lines.append("  \(file):\(place.mark.line): \(blanks)\(carets) \(finding.label)")
            }
            lines.append("  impact: \(finding.impact)")
            if let fix = finding.fix {
                lines.append("  fix: \(fix.words)")
                lines += fix.lines.map { "    \($0.number) | \($0.text)" }
            }
            lines += finding.related.map { "  also: \($0.place.mark.line): \($0.label)" }
            lines += finding.notes.map { "  note: \($0)" }
            return lines.map { $0 + "\n" }.joined()
        }.joined()
    }
}

/// Checks the expectations of a case.
func check(_ test: CodeCase, at location: SourceLocation = #_sourceLocation) {
    let findings = test.review(test.wrong.utf8).findings
    let own = findings.filter { $0.rule == test.rule }
    #expect(!own.isEmpty, "not found; found \(findings.map(\.rule))", sourceLocation: location)
    let others = findings.filter { $0.rule != test.rule && $0.severity != .note }
    #expect(others.map(\.rule) == [], "found too", sourceLocation: location)
    for right in test.right {
        let findings = test.review(right.utf8).findings.filter { $0.severity != .note }
        #expect(findings.map(\.rule) == [], "\(right)", sourceLocation: location)
    }
    guard test.isFixed else { return }
    let edits = own.flatMap { $0.fix?.edits ?? [] }
    #expect(!edits.isEmpty, "no edits", sourceLocation: location)
    let fixed = ReviewedFile(Array(test.wrong.utf8), named: test.file).applying(edits)
    let left = test.review(fixed).findings.filter { $0.severity != .note }
    #expect(left == [], "\(String(decoding: fixed, as: UTF8.self))", sourceLocation: location)
}
