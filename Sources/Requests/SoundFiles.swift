import CaseSelection
import Clients
import FileFormat
import Reports
import Sessions
import Surroundings

extension Library {
    /// Ends a command that must not go on with faulty files; warnings are shown and no more.
    package func requireSound(_ colour: ColourChoice) throws {
        guard !diagnostics.isEmpty else { return }
        try diagnostics.show(colour)
        guard !isSound else { return }
        try StandardStream.error.write(verdict + "\n")
        throw ExitStatus(.invalidScenario)
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
