import Lint
import PathValidation
import Runner
import ScenarioFormat
import TestSupport
import Testing
import X509

@testable import Reports

/// Reports on audits of files.
struct AuditReportTests {
    private static let context = {
        var context = ReviewContext(now: Instant(seconds: 1_795_392_000))
        context.search = SourceSearch(.builtIn)
        return context
    }()

    private static func results(_ text: String, named name: String = "a.sh") -> AuditResults {
        let review = Review.file(Array(text.utf8), named: name, context: context)
        var scope = ReviewScope()
        _ = scope.add(review)
        let other = Review.file([], named: "b.jl", context: context)
        _ = scope.add(other)
        return AuditResults(audits: [], files: [], reviews: [review], scope: scope, options: [])
    }

    private static let twice = """
        #!/bin/sh
        curl -k https://a.example.com/; curl -k https://b.example.com/
        export NODE_TLS_REJECT_UNAUTHORIZED=0
        """

    @Test
    func `JUnit has a failed case for each finding, and a skipped case for each unread file`() {
        let text = AuditJUnit(Self.results(Self.twice)).text
        let names = text.split(separator: "\n").filter { $0.contains("<testcase") }
            .compactMap { $0.split(separator: " name=\"").last?.prefix { $0 != "\"" } }
        #expect(
            names == ["1 file read", "note 1"] + ["CUR-001 a.sh:2", "CUR-001 a.sh:2 (2)"]
                + ["NOD-002 a.sh:3"],
            "\(text)"
        )
        #expect(text.contains(#"tests="5" failures="3" errors="0" skipped="1""#))
        #expect(text.contains(#"<skipped message="not read: 1 .jl"/>"#))
        #expect(text.contains(#"<failure type="critical" message=""#))
    }

    private static func sharded(
        _ replies: [AuditReplies.Question: AuditReply],
        number: Int = 1
    ) -> AuditResults {
        let now = Instant(seconds: 1_795_392_000)
        let shard = AuditShard(
            number: number,
            count: 2,
            plan: "0011",
            seed: .max,
            now: now,
            started: now,
            words: ["reference"]
        )
        let option = StatedOption("--allow=low", in: "hatpin.yaml", at: Mark(line: 1, column: 2))
        var results = results(twice)
        results.shard = AuditShardRecord(shard, AuditReplies(replies), inForce: [option])
        return results
    }

    private static let replies: [AuditReply] = [
        .accepted(.path(certificates: 2)), .accepted(.pin), .accepted(.other),
        .refused(.expired, words: nil), .refused(.expired, words: "no"), .notApplicable("why"),
        .failed(.client("gone")),
    ]

    private static let questions = Dictionary(
        uniqueKeysWithValues: replies.enumerated().map { number, reply in
            (AuditReplies.Question(party: "a", as: .audited, scenario: "\(number)"), reply)
        }
    )

    @Test func `an audit document is read back unchanged, with every kind of reply`() throws {
        let text = AuditDocument(Self.sharded(Self.questions)).text
        let document = try #require(AuditDocument(Array(text.utf8)))
        #expect(document.text == text)
        #expect(document.shard?.replies.all == Self.questions)
        #expect(document.findings.map(\.line) == [2, 2, 3])
        #expect(try schemaFaults(of: text, by: AuditDocument.schemaText) == [])
    }

    @Test(arguments: [
        (#""version":2"#, #""version":3"#), (#""count":2"#, #""count":0"#),
        (#""number":1"#, #""number":3"#), (#""accept":"pin""#, #""accept":"luck""#),
        (#","certificates":2"#, ""), (#""scenario":"1""#, #""scenario":"0""#),
        (#""severity":"critical""#, #""severity":"grave""#), (#""audits":[]"#, #""audits":{}"#),
    ])
    func `rejects an audit document with an invalid member`(member: String, changed: String) {
        let text = AuditDocument(Self.sharded(Self.questions)).text
        #expect(text.contains(member))
        #expect(AuditDocument(Array(text.replacing(member, with: changed).utf8)) == nil)
    }

    @Test(arguments: HostileTexts.all)
    func `every report escapes hostile text of a file`(hostile: String) throws {
        let text =
            "<network-security-config><domain-config cleartextTrafficPermitted=\"true\">"
            + "<domain>HOSTILE</domain></domain-config></network-security-config>"
        let name = hostile.filter { $0 != "/" && $0 != "\0" } + ".xml"
        let escaped = hostile.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let results = Self.results(text.replacing("HOSTILE", with: escaped), named: name)
        for format in FormatOf<AuditResults>.all where format.name != "html" {
            let text = format.writer(results)
            #expect(!text.contains("##["), "\(format.name)")
            #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}"), "\(format.name)")
            #expect(!text.contains("</script>"), "\(format.name)")
            let isOneLine = !["junit", "markdown"].contains(format.name)
            #expect(!isOneLine || text.split(separator: "\n").count == 1, "\(format.name)")
        }
    }

    @Test func `the table lists the most severe issues first`() throws {
        let text = """
            #!/bin/sh
            curl -k https://a.example.com/
            """
        let low = Self.results(
            "<network-security-config><base-config x=\"y\"/></network-security-config>",
            named: "a.xml"
        )
        let high = Self.results(text)
        var scope = ReviewScope()
        for review in low.reviews + high.reviews { _ = scope.add(review) }
        let both = AuditResults(
            audits: [],
            files: [],
            reviews: low.reviews + high.reviews,
            scope: scope,
            options: []
        )
        let write = try #require(ReportFormat.markdown.audits)
        let rows = write(both).split(separator: "\n")
            .filter { $0.hasPrefix("| ") }.map { $0.dropFirst(2).prefix { $0 != " " } }
        #expect(rows == ["severity", "critical", "low"])
    }
}
