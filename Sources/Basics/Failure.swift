// Basics is what everything works with: files, the three standard streams, the environment, signals,
// text for people and for programs, workers, and choices that follow from a seed. All failures of a
// command are one type, so that the command can turn each into lines for standard error and an exit
// code. Nothing here knows certificates, and nothing of ours is imported.

/// Ends a command, with the reason in words for its user.
///
/// ```swift
/// throw Failure(.usage, "there is no party 'curll'", help: "did you mean 'curl'?")
/// ```
package struct Failure: Error, Hashable, Sendable {
    /// Where the cause lies; the command gives each kind its exit code.
    package enum Kind: Hashable, Sendable {
        /// A scenario file, a configuration or another input is wrong.
        case invalidScenario
        /// The environment or the harness failed.
        case environment
        case nothingSelected
        /// The command line is wrong.
        case usage
        /// A bug in hatpin.
        case bug
    }

    package let kind: Kind
    /// Lowercase, without a full stop; escaped for a terminal already.
    package let message: String
    /// The way out; nil if the message says it.
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

    /// The same failure with another way out, or a consequence.
    package func adding(_ help: String) -> Failure {
        Failure(kind, message, help: help)
    }
}
