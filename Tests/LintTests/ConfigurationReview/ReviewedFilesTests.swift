import ScenarioFormat
import TestSupport
import Testing
import X509

@testable import Lint

/// Realistic files: correct ones with only notes, and wrong ones whose exact findings are in
/// `Snapshots`.
struct ReviewedFilesTests {
    private static let folder = "Tests/LintTests/ConfigurationReview/Files"

    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { path }

        var isRight: Bool { path.contains("/right-") }
        /// The hosts for which the file is reviewed.
        var hosts: [String] { path.contains("-for-host") ? ["api.shop.example.com"] : [] }

        func review(_ text: String? = nil) throws -> Review {
            let bytes = try #require(text ?? repositoryFile("\(ReviewedFilesTests.folder)/\(path)"))
            var context = ReviewContext(now: ReviewTests.now, hosts: hosts)
            context.search = SourceReviews.context.search
            return Review.file(
                Array(bytes.utf8),
                named: String(path.drop { $0 != "/" }.dropFirst()),
                context: context
            )
        }
    }

    static let samples = SampleNames.all.map(Sample.init)

    @Test(arguments: samples.filter(\.isRight))
    func `a correct file has only notes`(sample: Sample) throws {
        let review = try sample.review()
        #expect(!review.kinds.isEmpty)
        #expect(review.findings.filter { $0.severity != .note }.map(\.problem) == [])
    }

    @Test(arguments: samples.filter { !$0.isRight })
    func `reports each mistake with its place and fix`(sample: Sample) throws {
        let review = try sample.review()
        #expect(!review.findings.isEmpty)
        let outline = review.findings.map(\.outline).joined(separator: "\n")
        expectSnapshot(outline, named: "\(sample.path).txt")
    }

    @Test(arguments: samples.filter { !$0.isRight })
    func `the edits of a fix remove its finding`(sample: Sample) throws {
        let text = try #require(repositoryFile("\(Self.folder)/\(sample.path)"))
        let file = ReviewedFile(Array(text.utf8), named: sample.path)
        let findings = try sample.review().findings
        func number(_ finding: Finding, in findings: [Finding]) -> Int {
            findings.count { ($0.rule, $0.problem) == (finding.rule, finding.problem) }
        }
        for finding in findings {
            guard let edits = finding.fix?.edits, !edits.isEmpty else { continue }
            let fixed = String(decoding: file.applying(edits), as: UTF8.self)
            let again = try sample.review(fixed)
            #expect(!again.kinds.isEmpty, "\(finding.rule): \(fixed)")
            #expect(
                number(finding, in: again.findings) < number(finding, in: findings),
                "\(finding.rule): \(fixed)"
            )
        }
    }

    @Test func `every rule has a sample file with its mistake`() throws {
        let found = Set(try Self.samples.flatMap { try $0.review().findings.map(\.rule) })
        // Settings, folders and real chains have separate tests.
        let known = Review.ownTables.flatMap(\.rules).map(\.id)
            .filter {
                !$0.hasPrefix("CUR-") && !$0.hasPrefix("CHN-")
                    && !["NSC-033", "ATS-023"].contains($0)
            }
        #expect(known.filter { !found.contains($0) } == [])
        #expect(Set(known).count == known.count)
    }
}

extension Finding {
    /// All fields as text, for comparison.
    fileprivate var outline: String {
        let mark = place.map { "\($0.mark.line):\($0.mark.column)+\($0.length)" } ?? "-"
        var lines = ["\(severityWords)[\(rule)] \(mark): \(problem)", "  label: \(label)"]
        lines.append("  impact: \(impact)")
        if let fix {
            lines.append("  fix: \(fix.words)")
            lines += fix.lines.map { "    \($0.number) | \($0.text)" }
            if !fix.edits.isEmpty, fix.lines.isEmpty { lines.append("    (deleted)") }
        }
        lines += related.map { "  related \($0.place.mark.line): \($0.label)" }
        // The date of the list depends on the machine's libpsl.
        lines += notes.map { $0 == HostText.suffixNote ? "  also: the list" : "  also: \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
