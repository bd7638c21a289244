import FileFormat

/// Diagnostics of scenario files, for a terminal or as annotations of a CI service.
package struct DiagnosticList {
    private let diagnostics: [Diagnostic]

    package init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Each with its place and the way out.
    package func text(hasColour: Bool) -> String {
        diagnostics.map { DiagnosticText($0, hasColour: hasColour).text + "\n" }.joined()
    }

    /// For services that scan code.
    package var sarif: String { SARIFDocument(diagnostics.map(Issue.init)).text }

    /// For merge requests of GitLab.
    package var codeQuality: String { CodeQualityDocument(diagnostics.map(Issue.init)).text }

    /// Commands of GitHub's runner.
    ///
    /// GitHub shows ten annotations of a kind at a step and drops the others silently, so the tenth
    /// says how many there are.
    package var annotations: [WorkflowCommand] {
        let shown = diagnostics.count > 10 ? diagnostics.prefix(9) : diagnostics.prefix(10)
        var commands = shown.map(Self.annotation)
        if let next = diagnostics.dropFirst(shown.count).first {
            commands.append(
                WorkflowCommand(
                    errorIn: next.file,
                    line: next.mark?.line ?? 1,
                    title: "hatpin",
                    message: Untrusted("and \(diagnostics.count - shown.count) more problems")
                )
            )
        }
        return commands
    }

    private static func annotation(_ diagnostic: Diagnostic) -> WorkflowCommand {
        let help = diagnostic.help.map { "\n" + $0 } ?? ""
        return WorkflowCommand(
            errorIn: diagnostic.file,
            line: diagnostic.mark?.line ?? 1,
            column: diagnostic.mark?.column,
            title: diagnostic.code.rawValue,
            message: Untrusted(diagnostic.problem + help)
        )
    }
}
