import Basics
import Reports

extension StandardStream {
    /// Writes commands that show each issue at its line, whether or not a service obeys them.
    package func annotate(_ issues: [Issue]) throws(Failure) {
        let commands = Annotations(issues, in: Environment.folderInRepository).commands
        try writeAsIs(commands.map(\.text).joined())
    }

    /// The same in a step of GitHub's, after the text for people; nothing elsewhere.
    package func annotateOnGitHub(_ issues: @autoclosure () -> [Issue]) throws(Failure) {
        if Environment.isGitHub { try annotate(issues()) }
    }
}
