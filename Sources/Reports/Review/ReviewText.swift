import ConfigurationReview
import FileFormat
import Findings

/// Reviews of files for a terminal: every finding, the gravest first, and the counts.
package struct ReviewText: Sendable {
    private let reviews: [Review]
    private let hasColour: Bool

    package init(_ reviews: [Review], hasColour: Bool) {
        (self.reviews, self.hasColour) = (reviews, hasColour)
    }

    /// The findings of all files with an empty line after each.
    package var findings: String {
        let all = reviews.flatMap { review in review.findings.map { (review.file, $0) } }
        return all.sorted { left, right in
            left.1.gravity != right.1.gravity
                ? left.1.gravity < right.1.gravity
                : left.0 != right.0 ? left.0 < right.0 : left.1 < right.1
        }
        .map { FindingText($1, in: $0, hasColour: hasColour).text + "\n" }.joined()
    }

    /// The places that could not be read, one a line; empty without any.
    package var unread: String {
        reviews.flatMap { review in
            review.unread.map { unread in
                let place = unread.place.map { ":\($0.mark.line):\($0.mark.column)" } ?? ""
                return Shown.escaped("not read: \(review.file)\(place): \(unread.why)") + "\n"
            }
        }.joined()
    }

    /// The counts on one line, such as `1 high, 2 low, 1 note in 1 file`.
    package var summary: String {
        let findings = reviews.flatMap(\.findings)
        let counts = Gravity.allCases.compactMap { gravity -> String? in
            let count = findings.count { $0.gravity == gravity }
            return count == 0
                ? nil
                : gravity == .note ? Prose.count(count, "note") : "\(count) \(gravity.rawValue)"
        }
        let allowed = reviews.reduce(0) { $0 + $1.allowed.count }
        let files = Prose.count(reviews.count { !$0.kinds.isEmpty }, "file")
        return (counts.isEmpty ? "no mistake seen" : counts.joined(separator: ", "))
            + " in \(files)" + (allowed > 0 ? ", \(allowed) allowed by comments" : "") + "\n"
    }

    /// Findings, places not read, and the counts.
    package var text: String { findings + unread + summary }
}
