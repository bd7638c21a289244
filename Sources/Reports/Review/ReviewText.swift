import Basics
import Lint
import ScenarioFormat

/// Reviews of files for a terminal: advice, the findings with the most severe first, the counts,
/// and the files that were read.
package struct ReviewText: Sendable {
    private let reviews: [Review]
    private let scope: ReviewScope
    private let hasColour: Bool

    /// - Parameters:
    ///   - reviews: the reviews of the files.
    ///   - scope: the files that were read, and the files that were not read.
    ///   - hasColour: whether styles are written as escape sequences.
    package init(_ reviews: [Review], _ scope: ReviewScope, hasColour: Bool) {
        (self.reviews, self.scope, self.hasColour) = (reviews, scope, hasColour)
    }

    /// The advice on how to fix the findings; empty if there is nothing to fix.
    private var advice: String {
        let count = reviews.flatMap(\.findings).count { $0.severity != .note }
        guard count > 0 else { return "" }
        let patched = reviews.flatMap(\.fixable).count
        return Prose.count(count, "finding") + " to fix"
            + (count > 1 ? ", the most severe first" : "")
            + (patched > 0 ? "; hatpin audit --fix prints a patch for \(patched)" : "") + "\n\n"
    }

    /// The findings of all files, with an empty line after each.
    package var findings: String {
        let all = reviews.flatMap { review in review.findings.map { (review.file, $0) } }
        return all.sorted { left, right in
            left.1.severity != right.1.severity
                ? left.1.severity > right.1.severity
                : left.0 != right.0 ? left.0 < right.0 : left.1 < right.1
        }
        .map { FindingText($1, in: $0, hasColour: hasColour).text + "\n" }.joined()
    }

    /// The places and source files that could not be read; empty if all could be read.
    package var unread: String {
        let sources = scope.unread.isEmpty ? [] : ["not read: " + scope.unread.words]
        return (Self.unreadLines(of: reviews) + sources).map { Shown.escaped($0) + "\n" }.joined()
    }

    /// Returns one line for each place that could not be read.
    static func unreadLines(of reviews: [Review]) -> [String] {
        reviews.flatMap { review in
            review.unread.map { unread in
                let place = unread.place.map { ":\($0.mark.line):\($0.mark.column)" } ?? ""
                return "not read: \(review.file)\(place): \(unread.why)"
            }
        }
    }

    /// The counts in one line, such as `1 high, 2 low, 1 note in 1 file`.
    package var summary: String {
        let counts = reviews.flatMap(\.findings).map(\.severity).counts
        let allowed = reviews.reduce(0) { $0 + $1.allowed.count }
        guard scope.readFiles > 0 || !counts.isEmpty else { return "no file was read\n" }
        return (counts.isEmpty ? "no findings" : counts.joined(separator: ", "))
            + " in \(Prose.count(scope.readFiles, "file"))"
            + (allowed > 0 ? ", \(allowed) allowed by comments" : "") + "\n"
    }

    /// What was recognized in each named file, and what was searched in each folder, one line each.
    package var extent: String {
        let named = scope.named.map { file in
            let kinds = file.kinds.joined(separator: "; ")
            guard !kinds.isEmpty else {
                return "\(file.path): contains nothing that Hatpin recognizes"
            }
            return "\(file.path): read as " + (file.language.map { "\($0): " } ?? "") + kinds
        }
        let folders = scope.folders.map { folder in
            let skipped = Prose.count(folder.skippedFolders, "folder")
            return "searched \(Prose.count(folder.files, "file")) in \(folder.path)"
                + (folder.skippedFolders > 0
                    ? "; skipped \(skipped) (links, build products, dependencies)" : "")
                + (folder.excluded > 0 ? "; excluded \(Self.exclusion(folder.excluded))" : "")
        }
        return (named + folders).map { Shown.escaped($0) + "\n" }.joined()
    }

    /// Returns the number of excluded files and folders, with the sources of the patterns.
    static func exclusion(_ count: Int) -> String {
        "\(count) by .gitignore, .hatpinignore or --exclude"
    }

    /// The advice, the findings, the unread places, the counts, and the read files.
    package var text: String { advice + findings + unread + summary + extent }
}
