import Basics
import Reports

extension StandardStream {
    /// Writes workflow commands that show each issue at its line, also outside of GitHub Actions.
    package func annotate(_ issues: [Issue]) throws(Failure) {
        try writeAsIs(Annotations(issues, in: Environment.folderInRepository).text)
    }

    /// Writes the workflow commands after the text for people in a step of GitHub Actions, and
    /// nothing elsewhere.
    package func annotateOnGitHub(_ issues: @autoclosure () -> [Issue]) throws(Failure) {
        if Environment.isGitHub { try annotate(issues()) }
    }
}
