import Basics
import Reports
import Runner
import TestSupport
import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Issues of code scanning services")
struct IssueTests {
    private static func schema(_ name: String) throws -> String {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return String(decoding: try Files.read("/\(folder)/Schemas/\(name).json"), as: UTF8.self)
    }

    /// The formats, their schemas, and a member that each document must have.
    static let formats = [
        ("sarif", "sarif", "\"ruleId\""), ("gitlab", "code-quality", "\"check_name\""),
    ]

    @Test(arguments: formats)
    func `a report of a run conforms to its schema`(
        format: String,
        name: String,
        member: String
    ) throws {
        let schema = try Self.schema(name)
        let text = Fixture.render(Fixture.records, format)
        #expect(try schemaFaults(of: text, by: schema) == [])
        let broken = text.replacing(member, with: "\"other\"")
        #expect(!(try schemaFaults(of: broken, by: schema)).isEmpty)
        #expect(try schemaFaults(of: Fixture.render(Fixture.good, format), by: schema) == [])
    }

    @Test(arguments: HostileTexts.all)
    func `a report with hostile text conforms to its schema and escapes the text`(
        hostile: String
    ) throws {
        let judgement = Fixture.judgement("a/b", .falseAccept, .accept(grounds: "path")) {
            $0.about = hostile
            $0.file = hostile
            $0.party = hostile
            $0.covers = [hostile]
            $0.presented = [hostile]
        }
        let records: [RunRecord] = [
            .plan(Fixture.plan), .judgement(judgement),
            .summary(SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 1)),
        ]
        for (format, name, _) in Self.formats {
            let text = Fixture.render(records, format)
            #expect(try schemaFaults(of: text, by: try Self.schema(name)) == [])
            #expect(text.split(separator: "\n").count == 1)
            let isSafe = !text.contains("</") && !text.contains("##[")
            #expect(isSafe)
        }
    }

    @Test(arguments: [
        ([], "the client received no certificate; it sent its request anyway"),
        (["leaf", "ca"], "the client received leaf ← ca; it behaved as if it trusted this chain"),
    ])
    func `an issue states which certificates the client received`(shown: [String], words: String) {
        let judgement = Fixture.judgement("a/b", .falseAccept, .accept(grounds: "observed")) {
            $0.presented = shown
        }
        let records: [RunRecord] = [
            .plan(Fixture.plan), .judgement(judgement),
            .summary(SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 1)),
        ]
        let text = Fixture.render(records, "gitlab")
        #expect(text.contains(words), "\(text)")
    }

    @Test
    func `a report has an issue for each accepted attack, with the line of the scenario`() throws {
        let text = Fixture.render(Fixture.records, "sarif")
        let result = try JSONValue(Array(text.utf8))
        guard case .array(let runs)? = result["runs"],
            case .array(let results)? = runs[0]["results"]
        else { throw SchemaError.noResults }
        #expect(results.count == 1)
        #expect(text.contains("\"uri\":\"Scenarios/pins/corporate-proxy.yaml\""))
        #expect(text.contains("\"startLine\":16"))
    }

    @Test(arguments: [("a:b.yaml", "a%3Ab.yaml"), ("./a b/ä", "a%20b/%C3%A4"), ("../x", "../x")])
    func `a path is written as a URI reference`(path: String, reference: String) {
        let judgement = Fixture.judgement("a/b", .falseAccept) { $0.file = path }
        let records: [RunRecord] = [
            .judgement(judgement),
            .summary(SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 1)),
        ]
        #expect(Fixture.render(records, "sarif").contains("\"uri\":\"\(reference)\""))
    }

    @Test func `a SARIF report has at most 5000 results, the limit of the service`() {
        let judgements = (0..<5_100).map { Fixture.judgement("a/\($0)", .falseAccept) }
        let summary = SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 1)
        let text = Fixture.render(
            judgements.map(RunRecord.judgement) + [.summary(summary)],
            "sarif"
        )
        #expect(text.split(separator: "\"ruleId\"").count - 1 == 5_000)
    }

    private enum SchemaError: Error { case noResults }
}
