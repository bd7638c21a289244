import ArgumentParser
import Clients
import FileFormat
import Surroundings

/// The definitions of programs.
struct ClientOptions: ParsableArguments {
    func client(_ reference: String) throws(Failure) -> ClientDefinition {
        let file = ClientFile(reading: reference)
        guard let client = file.client else {
            throw Failure(.invalidScenario, "\(file.diagnostics.first?.problem ?? "")")
        }
        return client
    }
}
