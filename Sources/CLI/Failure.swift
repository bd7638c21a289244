/// Something that ends a command, with what its user must know.
struct Failure: Error, Hashable, Sendable {
    /// What the process ends with, where nothing is worse.
    let exit: Exit
    /// Lowercase, without a full stop; escaped for a terminal already.
    let message: String
    /// What to do; nil where the message says it.
    let help: String?

    init(_ exit: Exit, _ message: String, help: String? = nil) {
        self.exit = exit
        self.message = message
        self.help = help
    }

    /// The lines for standard error.
    var text: String {
        "hatpin: \(message)\n" + (help.map { "  help: \($0)\n" } ?? "")
    }

    /// The same with a further way out or consequence.
    func adding(_ help: String) -> Failure {
        Failure(exit, message, help: help)
    }
}

/// Ends a command that has said everything already.
struct ExitStatus: Error {
    let exit: Exit

    init(_ exit: Exit) {
        self.exit = exit
    }
}
