import Runner
import TestSupport
import Testing

@testable import Reports

@Suite("Reports")
struct ReporterTests {
    @Test func `every format has a unique name, and at least one command writes the format`() {
        #expect(Set(ReportFormat.catalogue.map(\.name)).count == ReportFormat.catalogue.count)
        for format in ReportFormat.catalogue {
            #expect(!Self.commands(with: format).isEmpty, "\(format.name)")
        }
    }

    /// The commands whose results a format can write, as the manual names them.
    private static func commands(with format: ReportFormat) -> [String] {
        [
            format.runs.map { _ in "run" }, format.audits.map { _ in "audit" },
            format.diagnostics.map { _ in "lint" }, format.visits.map { _ in "serve" },
            format.interceptions.map { _ in "intercept" },
        ].compactMap(\.self)
    }

    @Test func `the manual names the commands of every format`() throws {
        let page = try #require(repositoryFile("docs/reports.md"))
        for format in ReportFormat.catalogue {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(format.name)` |") }
            let cell = try #require(row, "docs/reports.md has no row of \(format.name)")
                .split(separator: "|").last
            let named = (cell ?? "").split { " `,|".contains($0) }.map(String.init)
            for command in ["run", "audit", "lint", "serve", "intercept"] {
                let isOffered = Self.commands(with: format).contains(command)
                #expect(named.contains(command) == isOffered, "\(format.name) of \(command)")
            }
        }
    }

    @Test
    func `each command offers the formats of its results, formats for people first`() {
        #expect(
            FormatOf<RunRecord>.all.map(\.name) == [
                "human", "ndjson", "junit", "sarif", "gitlab", "markdown", "badge", "html",
            ]
        )
        #expect(
            FormatOf<AuditResults>.all.map(\.name)
                == ["json", "junit", "sarif", "gitlab", "markdown", "html"]
        )
        #expect(
            FormatOf<DiagnosticList>.all.map(\.name) == ["human", "github", "sarif", "gitlab"]
        )
        #expect(FormatOf<VisitRecord>.all.map(\.name) == ["human", "ndjson"])
        #expect(FormatOf<InterceptEvent>.all.map(\.name) == ["human", "ndjson"])
        #expect(!FormatOf<RunRecord>.usual.isForPrograms)
    }

    @Test func `every format of runs except html has a case in this test`() {
        for name in FormatOf<RunRecord>.all.map(\.name) where name != "html" {
            #expect(Self.cases.contains { $0.format == name }, "no case with the format \(name)")
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

    @Test func `a passed case in JUnit has only a name and a time`() {
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
