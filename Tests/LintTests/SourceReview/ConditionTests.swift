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
            text: "if curl -k https://api.example.com/; then\n  ls\nfi\n",
            hasEdits: true
        ),
        Case(
            testDescription: "an option in Objective-C",
            file: "a.m",
            text: "void f(AFSecurityPolicy *p) {\n    if (options.skipVerification)\n"
                + "        p.validatesDomainName = NO;\n}\n",
            isNote: true
        ),
        Case(
            testDescription: "a condition about the peer",
            file: "a.m",
            text: "void f(AFSecurityPolicy *p) {\n    if (hasOwnCertificate) {\n"
                + "        p.validatesDomainName = NO;\n    }\n}\n",
            hasEdits: true
        ),
        Case(
            testDescription: "a condition on whether a value exists",
            file: "a.m",
            text:
                "void f(void) {\n    if (policy == nil) {\n        policy.validatesDomainName = NO;\n"
                + "    }\n}\n",
            hasEdits: true
        ),
    ]

    @Test(arguments: cases)
    func `reports code under a user option as a note, and proposes no edit under a condition`(
        test: Case
    ) {
        let findings = CodeCase("", test.file, test.text).review(test.text.utf8).findings
            .filter { !$0.isOutage }
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { ($0.severity == .note) == test.isNote }, "\(findings)")
        #expect(findings.allSatisfy { $0.fix?.edits.isEmpty != test.hasEdits }, "\(findings)")
    }

    @Test(arguments: [
        (
            "let e = SecTrustCopyExceptions(trust)\n    SecTrustSetExceptions(trust, e)",
            Severity.critical
        ),
        ("SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust))", .critical),
        (
            "if let e = SecTrustCopyExceptions(trust) {\n    SecTrustSetExceptions(trust, e)\n}",
            .critical
        ),
        (
            "if accepted { store.save(SecTrustCopyExceptions(trust)) }\n"
                + "    let e = store.load()\n    SecTrustSetExceptions(trust, e)",
            .note
        ),
        (
            "SecTrustSetExceptions(trust, stored)\n}\nfunc save() {\n"
                + "    stored = SecTrustCopyExceptions(trust)",
            .note
        ),
    ])
    func `stored exceptions apply to one certificate`(body: String, severity: Severity) {
        let text = "func open() {\n    \(body)\n}\n"
        let findings = CodeCase("", "a.swift", text).review(text.utf8).findings
        #expect(findings.filter { $0.rule == "URL-007" }.map(\.severity) == [severity])
    }
}
