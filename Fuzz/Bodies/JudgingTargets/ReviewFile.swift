import FuzzTargets
import Lint
import ScenarioFormat
import X509

extension FuzzTarget {
    /// Any bytes are reviewed as a configuration or a settings file; the file name decides which.
    ///
    /// A finding quotes the line that it points at. The edits of a fix are inside the file, do not
    /// overlap, and change it. The fixed file has no more findings of that kind. The time is not
    /// quadratic in the length.
    ///
    /// An input is the file's name and a line break, then the file. A name with a folder belongs to
    /// a project for which every fact is true; without a folder, the review uses a host.
    public static let reviewFile = FuzzTarget("ReviewFile") { bytes in
        let name = String(decoding: bytes.prefix { $0 != newline }, as: UTF8.self)
        let bytes = Array(bytes.drop { $0 != newline }.dropFirst())
        let file = ReviewedFile(bytes, named: name)
        let findings = review(file)
        let lines = file.bytes.split(separator: newline, omittingEmptySubsequences: false)
        for finding in findings {
            for place in [finding.place].compactMap(\.self) + finding.related.map(\.place) {
                check(place, of: finding, in: lines, of: file.bytes.count)
            }
            if let edits = finding.fix?.edits, !edits.isEmpty {
                check(edits, of: finding, in: file, among: findings)
            }
        }
        let share = Share(of: bytes)
        guard !bytes.isEmpty, share.isOne(in: 1 << 12) else { return }
        // Rules compare at most a few hundred places with each other, and a shorter file has fewer
        // places.
        let (short, long) = (
            ReviewedFile(repeated(bytes, to: 1 << 16), named: name),
            ReviewedFile(repeated(bytes, to: 1 << 18), named: name)
        )
        requireLinear({ _ = review(short) }, fourTimesAsLong: { _ = review(long) })
    }

    /// Returns all findings, with the findings that the file's comments suppress.
    private static func review(_ file: ReviewedFile) -> [Finding] {
        let isOfProject = file.name.contains("/")
        var context = ReviewContext(
            // 2026-11-23T00:00:00Z.
            now: .init(seconds: 1_795_392_000),
            hosts: isOfProject ? [] : ["www.example.test"]
        )
        context.search = .ofSettings
        if isOfProject { context.surroundings = project }
        let review = Review.file(file.bytes, named: file.name, context: context)
        return review.findings + review.allowed
    }

    private static let project = ProjectFiles(
        Dictionary(uniqueKeysWithValues: ProjectFiles.Fact.allCases.map { ($0, ["a/\($0).xml"]) })
    )

    private static func check(
        _ place: Span,
        of finding: Finding,
        in lines: [ArraySlice<UInt8>],
        of size: Int
    ) {
        invariant(
            place.range.lowerBound >= 0 && place.range.upperBound <= size
                && lines.indices.contains(place.mark.line - 1),
            "the finding of \(finding.rule) is outside the file: \(place)"
        )
        let line = String(decoding: lines[place.mark.line - 1], as: UTF8.self)
        invariant(
            line.utf8.contains(place.line.utf8),
            "the finding of \(finding.rule) quotes another line: \(place)"
        )
        invariant(
            place.mark.column > 0 && place.length > 0,
            "the finding of \(finding.rule) is before its line: \(place)"
        )
    }

    private static func check(
        _ edits: [Edit],
        of finding: Finding,
        in file: ReviewedFile,
        among findings: [Finding]
    ) {
        var end = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            invariant(edit.range.lowerBound >= end, "edits of \(finding.rule) overlap: \(finding)")
            end = edit.range.upperBound
        }
        invariant(
            end <= file.bytes.count,
            "edits of \(finding.rule) are outside the file: \(finding)"
        )
        let fixed = ReviewedFile(file.applying(edits), named: file.name)
        invariant(
            fixed.bytes != file.bytes,
            "a fix of \(finding.rule) changes nothing: \(finding)"
        )
        func count(_ findings: [Finding]) -> Int {
            findings.count { ($0.rule, $0.problem) == (finding.rule, finding.problem) }
        }
        // In a file with another error, such as an unclosed quotation mark, a finding can remain.
        invariant(
            count(review(fixed)) <= count(findings),
            "the fix of \(finding.rule) leaves the same finding: \(finding)"
        )
    }
}

private let newline = UInt8(ascii: "\n")
