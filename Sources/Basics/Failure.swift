// Basics holds what every other target uses: files, the three standard streams, the environment,
// signals, text for people and for programs, workers, and choices that follow from a seed. All
// failures of commands have the type `Failure`; the command prints them on standard error and sets
// its exit code. `Files` finds, reads and writes files by their paths, `Descriptor` is an open
// file, and `FileError` is the reason why a file cannot be used. This target knows nothing of
// certificates and imports no other target of the project.

/// A failure that ends the command, with its reason in words for the user.
///
/// ```swift
/// throw Failure(.usage, "there is no party 'curll'", help: "did you mean 'curl'?")
/// ```
package struct Failure: Error, Hashable, Sendable {
    /// The kind of cause; each kind has its exit code.
    package enum Kind: Hashable, Sendable {
        /// A scenario file, a configuration or another input is wrong.
        case invalidScenario
        /// The environment or the harness failed.
        case environment
        case nothingSelected
        /// The command line is wrong.
        case usage
        /// A bug in Hatpin.
        case bug
    }

    package let kind: Kind
    /// A lowercase phrase without a full stop, already escaped for a terminal.
    package let message: String
    /// What the user can do; nil if the message already says so.
    package let help: String?

    package init(_ kind: Kind, _ message: String, help: String? = nil) {
        self.kind = kind
        self.message = message
        self.help = help
    }

    /// The lines for standard error.
    package var text: String {
        "hatpin: \(message)\n" + (help.map { "  help: \($0)\n" } ?? "")
    }

    /// Returns the same failure with this help in place of its own help.
    package func adding(_ help: String) -> Failure {
        Failure(kind, message, help: help)
    }
}
