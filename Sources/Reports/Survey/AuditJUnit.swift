import Basics
import Lint
import Runner
import ScenarioFormat

/// Audits as JUnit XML: findings and weaknesses fail, configurations without a weakness pass.
///
/// Tolerated weaknesses, unread files and options in force become skipped test cases, never passed
/// test cases.
struct AuditJUnit {
    private struct Case {
        enum Result {
            case passed
            case skipped(Untrusted)
            case failed(severity: String, Untrusted)
            case error(Untrusted)
        }

        let suite, name: String
        var file: String?
        var line: Int?
        let result: Result
    }

    private let cases: [Case]
    private let options: [String]

    init(_ results: AuditResults) {
        options = results.options
        let issues = Issue.all(in: results).map { Self.testCase($0, results.allowed) }
        let audits = results.audits.flatMap(Self.cases)
        let notes = results.notes.enumerated().map { index, words in
            Case(suite: "files", name: "note \(index + 1)", result: .skipped(words))
        }
        let files = Prose.count(results.scope.readFiles, "file")
        let read =
            results.scope.readFiles == 0
            ? [] : [Case(suite: "files", name: "\(files) read", result: .passed)]
        cases = Self.withUniqueNames(read + issues + notes + audits)
    }

    private static func testCase(_ issue: Issue, _ allowed: Severity) -> Case {
        let place = issue.mark.map { "\(issue.file):\($0.line)" } ?? issue.file
        return Case(
            suite: "findings",
            name: "\(issue.rule) \(place)",
            file: issue.file,
            line: issue.mark?.line,
            result: issue.severity <= allowed
                ? .skipped(issue.message)
                : .failed(severity: issue.severity.rawValue, issue.message)
        )
    }

    private static func cases(of audit: Audit) -> [Case] {
        let name = audit.title + (audit.hostWords.map { " for " + $0 } ?? "")
        if audit.acceptsNothing {
            let words = Untrusted(audit.verdictLines.joined(separator: "; "))
            return [
                Case(suite: "audits", name: name, result: .failed(severity: "high", words))
            ]
        }
        if let obstruction = audit.obstructions.first {
            let words = "\(obstruction.scenario.id): \(obstruction.error.description)"
            return [Case(suite: "audits", name: name, result: .error(Untrusted(words)))]
        }
        if audit.untried > 0 {
            let words = Untrusted("\(Prose.count(audit.untried, "test case")) not tried")
            return [Case(suite: "audits", name: name, result: .skipped(words))]
        }
        return audit.weaknesses.isEmpty && audit.judged > 0
            ? [Case(suite: "audits", name: name, result: .passed)] : []
    }

    /// Numbers repeated names, because GitLab keeps only the first of several equal names.
    private static func withUniqueNames(_ cases: [Case]) -> [Case] {
        var counts: [String: Int] = [:]
        return cases.map { test in
            counts[test.suite + test.name, default: 0] += 1
            let number = counts[test.suite + test.name] ?? 1
            return Case(
                suite: test.suite,
                name: number > 1 ? "\(test.name) (\(number))" : test.name,
                file: test.file,
                line: test.line,
                result: test.result
            )
        }
    }

    /// The document.
    var text: String {
        var xml = XMLText()
        xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hatpin audit\"")
        Self.counts(of: cases, to: &xml)
        xml.markup(">\n")
        for suite in ["files", "findings", "audits"] {
            let cases = cases.filter { $0.suite == suite }
            guard !cases.isEmpty else { continue }
            xml.markup("  <testsuite")
            xml.attribute("name", suite)
            Self.counts(of: cases, to: &xml)
            xml.markup(">\n    <properties>\n      <property name=\"tool\"")
            xml.attribute("value", Tool.name)
            xml.markup("/>\n      <property name=\"options\"")
            xml.attribute("value", options.map(Prose.shellQuoted).joined(separator: " "))
            xml.markup("/>\n    </properties>\n")
            for test in cases { Self.write(test, to: &xml) }
            xml.markup("  </testsuite>\n")
        }
        xml.markup("</testsuites>\n")
        return xml.text
    }

    private static func counts(of cases: [Case], to xml: inout XMLText) {
        let failures = cases.count { if case .failed = $0.result { true } else { false } }
        let errors = cases.count { if case .error = $0.result { true } else { false } }
        let skipped = cases.count { if case .skipped = $0.result { true } else { false } }
        xml.attribute("tests", String(cases.count))
        xml.attribute("failures", String(failures))
        xml.attribute("errors", String(errors))
        xml.attribute("skipped", String(skipped))
    }

    private static func write(_ test: Case, to xml: inout XMLText) {
        xml.markup("    <testcase")
        xml.attribute("classname", "hatpin.\(test.suite)")
        xml.attribute("name", test.name)
        if let file = test.file { xml.attribute("file", file) }
        if let line = test.line { xml.attribute("line", String(line)) }
        switch test.result {
        case .passed: xml.markup("/>\n")
        case .skipped(let words): element("skipped", nil, words, to: &xml)
        case .failed(let severity, let words): element("failure", severity, words, to: &xml)
        case .error(let words): element("error", nil, words, to: &xml)
        }
    }

    private static func element(
        _ name: StaticString,
        _ type: String?,
        _ words: Untrusted,
        to xml: inout XMLText
    ) {
        xml.markup(">\n      <")
        xml.markup(name)
        if let type { xml.attribute("type", type) }
        xml.attribute("message") { words.write(to: &$0) }
        xml.markup("/>\n    </testcase>\n")
    }
}
