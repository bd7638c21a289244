import Reports
import Runner
import TestSupport
import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Reports")
struct ReporterTests {
    @Test func `the catalogue has every file of Formats`() throws {
        let sources = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let folder = try #require(opendir("/\(sources)/Sources/Reports/Formats"))
        defer { closedir(folder) }
        var files = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".swift"), name != "ReportFormat.swift" { files += 1 }
        }
        #expect(files == ReportFormat.catalogue.count, "ReportFormat.catalogue lacks a line")
        #expect(Set(ReportFormat.catalogue.map(\.name)).count == files)
    }

    @Test func `every format has a case in this test and a row in the manual`() throws {
        let page = try #require(repositoryFile("docs/reports.md"))
        for name in ReportFormat.catalogue.map(\.name) {
            #expect(Self.cases.contains { $0.format == name }, "no case with the format \(name)")
            #expect(page.contains("\n| `\(name)` |"), "docs/reports.md has no row of \(name)")
        }
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let snapshot: String
        var records = Fixture.records
        var format = "human"
        var options = ReportOptions()
    }

    static let cases = [
        Case(testDescription: "all well", snapshot: "good.txt", records: Fixture.good),
        Case(testDescription: "every outcome", snapshot: "every-outcome.txt"),
        Case(
            testDescription: "every outcome, with -v",
            snapshot: "verbose.txt",
            options: ReportOptions(verbosity: .verbose)
        ),
        Case(
            testDescription: "every outcome, with -q",
            snapshot: "quiet.txt",
            options: ReportOptions(verbosity: .quiet)
        ),
        Case(
            testDescription: "in colour on a narrow terminal",
            snapshot: "narrow.txt",
            options: ReportOptions(hasColour: true, width: 60)
        ),
        Case(
            testDescription: "interrupted",
            snapshot: "interrupted.txt",
            records: Array(Fixture.good.prefix(1)) + [
                .summary(SummaryRecord(tally: Tally(), wasInterrupted: true, elapsed: 12))
            ]
        ),
        Case(testDescription: "the run file", snapshot: "run.ndjson", format: "ndjson"),
        Case(testDescription: "JUnit", snapshot: "junit.xml", format: "junit"),
        Case(testDescription: "SARIF", snapshot: "run.sarif", format: "sarif"),
        Case(testDescription: "GitLab", snapshot: "code-quality.json", format: "gitlab"),
        Case(testDescription: "Markdown", snapshot: "summary.md", format: "markdown"),
        Case(testDescription: "a badge", snapshot: "badge.svg", format: "badge"),
        Case(
            testDescription: "a badge of a good run",
            snapshot: "badge-good.svg",
            records: Fixture.good,
            format: "badge"
        ),
    ]

    @Test(arguments: cases)
    func `reports equal their snapshots`(_ example: Case) {
        expectSnapshot(
            Fixture.render(example.records, example.format, example.options),
            named: example.snapshot
        )
    }

    @Test func `a summary in Markdown has the most severe failures first`() {
        let failures: [(String, Outcome.Kind, String?)] = [
            ("a/refused", .falseReject, "critical"), ("b/low", .falseAccept, "low"),
            ("c/high", .falseAccept, "high"), ("d/unstated", .falseAccept, nil),
            ("e/critical", .falseAccept, "critical"), ("f/high", .falseAccept, "high"),
            ("g/wrong", .wrongReason, "low"),
        ]
        let records = failures.enumerated().map { index, failure in
            RunRecord.judgement(
                Fixture.judgement(failure.0, failure.1) {
                    ($0.index, $0.importance) = (index, failure.2)
                }
            )
        }
        let summary = SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 1)
        let text = Fixture.render(
            [.plan(Fixture.plan)] + records + [.summary(summary)],
            "markdown"
        )
        let order = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
            .compactMap { line in failures.first { line.contains($0.0) }?.0 }
        #expect(
            order == [
                "e/critical", "c/high", "f/high", "d/unstated", "b/low", "a/refused", "g/wrong",
            ]
        )
    }

    @Test func `a passed case has only its name in JUnit`() {
        let xml = Fixture.render(Fixture.good, "junit")
        let testCase = xml.split(separator: "\n").filter { $0.contains("<testcase") }
        #expect(testCase.count == 1)
        #expect(testCase.first?.hasSuffix("time=\"0.041200\"/>") == true)
    }

    @Test func `JUnit names are unique`() {
        let names = Fixture.render(Fixture.records, "junit").split(separator: "\n")
            .filter { $0.contains("<testcase") }
            .compactMap { $0.split(separator: "\"").dropFirst(3).first }
        #expect(names.count == Fixture.judgements.count)
        #expect(Set(names).count == names.count)
    }
}
