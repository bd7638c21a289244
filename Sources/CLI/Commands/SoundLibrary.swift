import CaseSelection
import Reports
import Sessions
import Surroundings

extension Library {
    /// Ends a command that must not go on with faulty files; warnings are shown and no more.
    func requireSound(_ colour: ColourOptions) throws {
        guard !diagnostics.isEmpty else { return }
        let stream = StandardStream.error
        let text = DiagnosticList(diagnostics).text(hasColour: colour.hasColour(on: stream))
        try stream.write(text)
        guard !isSound else { return }
        try stream.write(verdict + "\n")
        throw ExitStatus(.invalidScenario)
    }
}
