import Basics
import Lint
import ScenarioFormat

/// Issues as GitHub annotations: commands in the log of a step that show each issue at its line.
package struct Annotations: Sendable {
    /// The largest number of annotations of one level that GitHub shows for a step; GitHub silently
    /// drops further annotations.
    ///
    /// Source: GitHub's documentation, "Problem matchers", limitations.
    private static let maximumOfKind = 10

    private let issues: [Issue]
    /// The path from the repository's root to the working directory; files of issues are relative
    /// to it.
    private let folder: String

    /// - Parameters:
    ///   - issues: the issues, sorted by file and line.
    ///   - folder: the path from the repository's root to the working directory; empty if they are
    ///     equal.
    package init(_ issues: [Issue], in folder: String = "") {
        (self.issues, self.folder) = (issues, folder)
    }

    /// The annotations, most severe level first.
    ///
    /// If GitHub would drop annotations, the last annotation says how many.
    package var commands: [WorkflowCommand] {
        WorkflowCommand.Kind.allCases.flatMap { kind in
            let found = issues.filter { $0.severity.annotation == kind }
            guard found.count > Self.maximumOfKind else { return found.map(command) }
            let shown = found.prefix(Self.maximumOfKind - 1)
            let rest = Untrusted("and \(found.count - shown.count) more like this")
            let last = found[shown.endIndex]
            let place = WorkflowCommand.Place(file: path(of: last), line: last.mark?.line ?? 1)
            return shown.map(command)
                + [WorkflowCommand(kind, at: place, title: "hatpin", message: rest)]
        }
    }

    /// The annotations as lines of the log.
    package var text: String { commands.map(\.text).joined() }

    private func command(_ issue: Issue) -> WorkflowCommand {
        let place = WorkflowCommand.Place(
            file: path(of: issue),
            line: issue.mark?.line ?? 1,
            column: issue.mark?.column
        )
        return WorkflowCommand(
            issue.severity.annotation,
            at: place,
            title: issue.rule,
            message: issue.message
        )
    }

    private func path(of issue: Issue) -> String {
        folder.isEmpty || issue.file.hasPrefix("/") ? issue.file : "\(folder)/\(issue.file)"
    }
}

extension Severity {
    /// The level of the annotation; GitHub has three levels.
    fileprivate var annotation: WorkflowCommand.Kind {
        switch self {
        case .critical, .high, .medium: .error
        case .low: .warning
        case .note: .notice
        }
    }
}
