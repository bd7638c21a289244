import ArgumentParser
import CaseSelection
import Clients
import FileFormat
import Reports
import Sessions
import Surroundings

/// Where definitions of clients are looked for.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of definitions of clients, before Clients here and the built-in ones; may stand "
                + "several times.",
            valueName: "folder"
        )
    )
    var clients: [String] = []

    func library() throws(Failure) -> ClientLibrary { try .inForce(named: clients) }
}

extension ClientLibrary {
    /// The client of a name or a path; where its definition is wrong, shows all that is wrong with
    /// it and ends the command.
    func sound(
        _ reference: String,
        unknown kind: Failure.Kind,
        _ colour: ColourOptions
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
    func show(_ colour: ColourOptions) throws {
        guard !isEmpty else { return }
        let stream = StandardStream.error
        try stream.write(DiagnosticList(self).text(hasColour: colour.hasColour(on: stream)))
    }
}
