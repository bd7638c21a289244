import ScenarioFormat

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
    package var sarif: String { SARIFDocument(issues).text }

    /// For merge requests of GitLab.
    package var codeQuality: String { CodeQualityDocument(issues).text }

    /// For services that show them at their lines.
    package var issues: [Issue] { diagnostics.map(Issue.init) }
}
