import ScenarioFormat

/// Diagnostics of Hatpin's own files, for a terminal or as annotations of a CI service.
package struct DiagnosticList {
    private let diagnostics: [Diagnostic]

    package init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Returns the text of each diagnostic, with its place and its fix.
    package func text(hasColour: Bool) -> String {
        diagnostics.map { DiagnosticText($0, hasColour: hasColour).text + "\n" }.joined()
    }

    /// The diagnostics as issues, for services that show an issue at its line.
    package var issues: [Issue] { diagnostics.map(Issue.init) }
}
