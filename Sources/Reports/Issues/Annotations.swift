import Basics
import Lint
import ScenarioFormat

/// Issues as annotations of GitHub: commands in a step's log that show each at its line.
package struct Annotations: Sendable {
    /// GitHub shows so many annotations of a kind at a step, and drops the others silently (GitHub's
    /// documentation, "Problem matchers", limitations).
    private static let maximumOfKind = 10

    private let issues: [Issue]
    /// From the repository's root to the working directory, which the issues' files are relative to.
    private let folder: String

    /// - Parameters:
    ///   - issues: in the order of their places.
    ///   - folder: from the repository's root to the working directory; empty where they are one.
    package init(_ issues: [Issue], in folder: String = "") {
        (self.issues, self.folder) = (issues, folder)
    }

    /// The most severe kind first; where GitHub would drop some, the last of a kind says how many.
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
    /// GitHub has three kinds.
    fileprivate var annotation: WorkflowCommand.Kind {
        switch self {
        case .critical, .high, .medium: .error
        case .low: .warning
        case .note: .notice
        }
    }
}
