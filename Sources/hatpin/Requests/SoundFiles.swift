import Basics
import Reports
import ScenarioFormat

extension Library {
    /// Shows what is wrong with the files, and ends a command for which no sound scenario is left.
    ///
    /// One faulty draft does not stop its neighbours: the command goes on with them, and ends with
    /// `exit(after:)`.
    package func requireScenarios(_ colour: ColourChoice) throws {
        try diagnostics.show(colour)
        guard !isSound else { return }
        let rest = scenarios.isEmpty ? "nothing is left to run" : "the other scenarios go on"
        try StandardStream.error.write("\(verdict); \(rest)\n")
        if scenarios.isEmpty { throw ExitStatus(.invalidScenario) }
    }

    /// The exit code of a command that has ended with this one, with what its files add to that.
    package func exit(after exit: Exit = .success) -> Exit {
        isSound ? exit : .worst([exit, .invalidScenario])
    }

    /// Ends a command that has succeeded, where its files have faults.
    package func endAsSound() throws(ExitStatus) {
        if !isSound { throw ExitStatus(.invalidScenario) }
    }
}

extension ClientLibrary {
    /// The client of a name or a path; where its definition is wrong, shows all that is wrong with
    /// it and ends the command.
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
    /// Writes them to standard error.
    package func show(_ colour: ColourChoice) throws {
        guard !isEmpty else { return }
        let stream = StandardStream.error
        try stream.write(DiagnosticList(self).text(hasColour: colour.hasColour(on: stream)))
    }
}
