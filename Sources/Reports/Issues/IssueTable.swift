import Basics
import Lint
import ScenarioFormat

/// Issues as a Markdown table for the summary pages of CI services.
package struct IssueTable {
    private let issues: [Issue]
    private let notes: [Untrusted]

    /// - Parameters:
    ///   - issues: the issues; the table shows the most severe first and otherwise keeps their
    ///     order.
    ///   - notes: the unread files and the options in force, one line each.
    package init(_ issues: [Issue], notes: [Untrusted] = []) {
        self.issues = Severity.allCases.reversed().flatMap { severity in
            issues.filter { $0.severity == severity }
        }
        self.notes = notes
    }

    /// A heading with the number of issues, a row for each issue, and the notes.
    package var text: String {
        var text = MarkdownText()
        text.literal("## hatpin: ")
        text.escape(issues.isEmpty ? "no findings" : Prose.count(issues.count, "finding"))
        text.literal("\n")
        if !issues.isEmpty {
            text.literal("\n| severity | place | rule | finding |\n|---|---|---|---|\n")
            text.list(issues, "finding", Self.write)
        }
        guard !notes.isEmpty else { return text.text }
        text.literal("\n")
        text.list(notes, "line") { words, text in
            text.literal("- ")
            words.write(to: &text)
            text.literal("\n")
        }
        return text.text
    }

    private static func write(_ issue: Issue, _ text: inout MarkdownText) {
        text.literal("| ")
        text.escape(issue.severity.rawValue)
        text.literal(" | ")
        text.code("\(issue.file):\(issue.mark?.line ?? 1)")
        text.literal(" | ")
        text.code(issue.rule)
        text.literal(" | ")
        issue.message.write(to: &text)
        text.literal(" |\n")
    }
}
