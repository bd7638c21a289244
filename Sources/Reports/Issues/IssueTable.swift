import FileFormat
import Findings

/// Issues as a table in Markdown, for the pages of CI services.
package struct IssueTable {
    private let issues: [Issue]

    /// - Parameter issues: the gravest come first in the table, else they keep their order.
    package init(_ issues: [Issue]) {
        self.issues = Gravity.allCases.reversed().flatMap { gravity in
            issues.filter { $0.gravity == gravity }
        }
    }

    /// A heading with their number, and a row for each.
    package var text: String {
        var text = MarkdownText()
        text.literal("## hatpin: ")
        guard !issues.isEmpty else {
            text.literal("no finding\n")
            return text.text
        }
        text.escape(Prose.count(issues.count, "finding"))
        text.literal("\n\n| gravity | place | rule | finding |\n|---|---|---|---|\n")
        text.list(issues, "finding", Self.write)
        return text.text
    }

    private static func write(_ issue: Issue, _ text: inout MarkdownText) {
        text.literal("| ")
        text.escape(issue.gravity.rawValue)
        text.literal(" | ")
        text.code("\(issue.file):\(issue.mark?.line ?? 1)")
        text.literal(" | ")
        text.code(issue.rule)
        text.literal(" | ")
        issue.message.write(to: &text)
        text.literal(" |\n")
    }
}
