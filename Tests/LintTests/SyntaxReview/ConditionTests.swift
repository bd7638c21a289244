import ScenarioFormat
import Testing

@testable import Lint

/// Code under a user option is not a hidden switch, so no edit deletes it.
struct ConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let text: String
        var isNote = false
        var hasEdits = false
    }

    static let cases = [
        Case(
            testDescription: "an option in a shell",
            file: "a.sh",
            text: "if [ -n \"$INSECURE\" ]; then\n  curl -k https://api.example.com/\nfi\n",
            isNote: true
        ),
        Case(
            testDescription: "a condition in a shell",
            file: "a.sh",
            text: "if [ -e file ]; then\n  curl -k https://api.example.com/\nfi\n"
        ),
        Case(
            testDescription: "after a condition in a shell",
            file: "a.sh",
            text: "if [ -n \"$INSECURE\" ]; then\n  ls\nfi\ncurl -k https://api.example.com/\n",
            hasEdits: true
        ),
        Case(
            testDescription: "the condition itself",
            file: "a.sh",
            text: "if curl --insecure https://api.example.com/; then\n  ls\nfi\n",
            hasEdits: true
        ),
    ]

    @Test(arguments: cases)
    func `reports code under a user option as a note, and proposes no edit under a condition`(
        test: Case
    ) {
        let findings = SourceReviews.review(test.text, named: test.file).findings
            .filter { !$0.isOutage }
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { ($0.severity == .note) == test.isNote }, "\(findings)")
        #expect(findings.allSatisfy { $0.fix?.edits.isEmpty != test.hasEdits }, "\(findings)")
    }
}
