import Basics
import Reports
import ScenarioFormat

extension Library {
    /// Shows the mistakes in the files, and ends the command if no valid scenario is left.
    ///
    /// A file with a mistake does not affect the other files: the command continues with them, and
    /// ends with `exit(after:)`.
    package func requireScenarios(_ colour: ColourChoice) throws {
        try diagnostics.show(colour)
        guard !isSound else { return }
        let rest =
            scenarios.isEmpty ? "nothing is left to run" : "continuing with the other scenarios"
        try StandardStream.error.write("\(verdict); \(rest)\n")
        if scenarios.isEmpty { throw ExitStatus(.invalidScenario) }
    }

    /// Returns the exit code of a command, or a worse exit code if the files have mistakes.
    package func exit(after exit: Exit = .success) -> Exit {
        isSound ? exit : .worst([exit, .invalidScenario])
    }

    /// Throws `invalidScenario` at the end of an otherwise successful command if its files have
    /// mistakes.
    package func endAsSound() throws(ExitStatus) {
        if !isSound { throw ExitStatus(.invalidScenario) }
    }
}

extension ClientLibrary {
    /// Returns the client with this name or path.
    ///
    /// If the client's definition has mistakes, shows them and ends the command.
    package func sound(
        _ reference: String,
        unknown kind: Failure.Kind,
        _ colour: ColourChoice
    ) throws -> ClientDefinition {
        do throws(ClientLookupError) {
            return try client(reference)
        } catch {
            guard case .unsound(let diagnostics) = error else {
                throw Failure(error, unknown: kind)
            }
            try diagnostics.show(colour)
            throw ExitStatus(.invalidScenario)
        }
    }
}

extension [Diagnostic] {
    /// Writes the mistakes to standard error.
    package func show(_ colour: ColourChoice) throws {
        guard !isEmpty else { return }
        let stream = StandardStream.error
        try stream.write(DiagnosticList(self).text(hasColour: colour.hasColour(on: stream)))
    }
}
