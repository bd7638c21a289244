import ScenarioFormat
import Testing
import X509

@testable import Lint

struct FilePatchTests {
    private static let text = (1...12).map { "line \($0)\n" }.joined()

    private static func finding(_ edits: Edit...) -> Finding {
        Finding(
            Rule("X-001", .high, "a rule"),
            at: nil,
            "a problem",
            impact: "an impact",
            fix: Fix("fix it", edits: edits)
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let findings: [Finding]
        let diff: String
        let fixed: Int
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing to fix", findings: [finding()], diff: "", fixed: 0),
        Case(
            testDescription: "a word",
            findings: [finding(Edit(0..<4, "LINE"))],
            diff: """
                --- a/a
                +++ b/a
                @@ -1,4 +1,4 @@
                -line 1
                +LINE 1
                 line 2
                 line 3
                 line 4

                """,
            fixed: 1
        ),
        Case(
            testDescription: "deletes a line at the end",
            findings: [finding(Edit(71..<79, ""))],
            diff: """
                --- a/a
                +++ b/a
                @@ -8,5 +8,4 @@
                 line 8
                 line 9
                 line 10
                -line 11
                 line 12

                """,
            fixed: 1
        ),
        Case(
            testDescription: "adds a line far from another change",
            findings: [finding(Edit(7..<7, "new\n")), finding(Edit(79..<83, "LINE"))],
            diff: """
                --- a/a
                +++ b/a
                @@ -1,4 +1,5 @@
                 line 1
                +new
                 line 2
                 line 3
                 line 4
                @@ -9,4 +10,4 @@
                 line 9
                 line 10
                 line 11
                -line 12
                +LINE 12

                """,
            fixed: 2
        ),
        Case(
            testDescription: "two fixes of one place: keeps the more severe",
            findings: [finding(Edit(0..<4, "LINE")), finding(Edit(2..<6, "X"))],
            diff: """
                --- a/a
                +++ b/a
                @@ -1,4 +1,4 @@
                -line 1
                +LINE 1
                 line 2
                 line 3
                 line 4

                """,
            fixed: 1
        ),
        Case(
            testDescription: "ignores places after the end",
            findings: [finding(Edit(500..<501, ""))],
            diff: "",
            fixed: 0
        ),
    ]

    @Test(arguments: cases)
    func `writes a change as diff -u does`(_ test: Case) {
        let patch = FilePatch(test.findings, of: Array(Self.text.utf8))
        #expect(patch.diff(of: "a") == test.diff)
        #expect(patch.fixed.count == test.fixed)
    }

    @Test(
        arguments: [
            ("app/nsc.xml", "app/nsc.xml"),
            ("my app/nsc.xml", "my app/nsc.xml\t"),
            ("a\nb", #""a\nb""#),
            ("a\t\r\u{7}", #""a\t\r\a""#),
            ("\u{1b}[2J", #""\033[2J""#),
            ("\u{7f}", #""\177""#),
            ("say \"no\"\\", #""say \"no\"\\""#),
            ("büro.xml", #""b\303\274ro.xml""#),
            ("\u{9b}2J\u{202e}", #""\302\2332J\342\200\256""#),
        ]
    )
    func `writes a file name as git does`(path: String, written: String) {
        let patch = FilePatch([Self.finding(Edit(0..<4, "LINE"))], of: Array("line\n".utf8))
        let heads = ["a/", "b/"].map { side in
            written.hasPrefix("\"") ? "\"" + side + written.dropFirst() : side + written
        }
        #expect(
            patch.diff(of: path)
                == "--- \(heads[0])\n+++ \(heads[1])\n@@ -1,1 +1,1 @@\n-line\n+LINE\n"
        )
    }

    @Test func `keeps the byte order mark after the edits`() {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        for head in [[], mark] {
            let patch = FilePatch([Self.finding(Edit(0..<4, "LINE"))], of: head + "line\n".utf8)
            #expect(patch.result == head + "LINE\n".utf8)
        }
    }

    @Test func `leaves a file that is not text unchanged`() {
        let bytes: [UInt8] = [0xff, 0xfe, 0x41]
        let patch = FilePatch([Self.finding(Edit(0..<1, ""))], of: bytes)
        #expect(patch.result == bytes)
        #expect(patch.fixed.isEmpty)
    }

    /// A configuration that allows http, with a fix for it.
    private static let cleartext = """
        <network-security-config>
          <base-config cleartextTrafficPermitted="true"/>
        </network-security-config>

        """

    @Test(
        arguments: [
            Edit(0..<1, ""), Edit(0..<24, "<LinearLayout>"),
        ]
    )
    func `reports harm if the patched file is unreadable or has another kind`(edit: Edit) {
        let context = ReviewContext(now: Instant(seconds: 1_790_000_000))
        let bytes = Array(Self.cleartext.utf8)
        let review = Review.file(bytes, named: "nsc.xml", context: context)
        #expect(review.fixable.count == 1)
        #expect(review.harm(of: FilePatch(review.fixable, of: bytes)) == nil)
        #expect(review.harm(of: FilePatch([Self.finding(edit)], of: bytes)) != nil)
    }

    @Test(arguments: [
        (".env", "NODE_TLS_REJECT_UNAUTHORIZED=0\n", 1),
        ("deploy.sh", "curl -k https://api.example.com/\n", 1),
        ("deploy.sh", "curl -k https://localhost:8443/\n", 0),
        ("tests/deploy.sh", "curl -k https://api.example.com/\n", 0),
    ])
    func `a patch fixes mistakes but not notes`(
        file: String,
        text: String,
        fixed: Int
    ) {
        let review = SourceReviews.review(text, named: file)
        #expect(review.findings.count == 1)
        #expect(FilePatch(review.fixable, of: review.bytes).fixed.count == fixed)
    }
}
