import Basics
import Lint

/// The file, standard input or server whose certificates are shown.
package struct InspectedSource: Sendable {
    /// The path as given, or the server's host and port; for JSON.
    package let name: String
    package let input: InspectedInput

    /// Reads a file, or fetches the chain of a server.
    ///
    /// - Parameters:
    ///   - file: the path of the file; `-` and nil mean standard input.
    ///   - server: HOST or HOST:PORT to connect to instead of reading a file, or nil.
    /// - Throws: an `environment` failure if the file cannot be read or the server sends no chain;
    ///   an `invalidScenario` failure if the file is too large or contains nothing to show.
    package init(file: String?, server: String?) throws(Failure) {
        if let server {
            let chain = try RealChain(connectingTo: server)
            (name, input) = (chain.name, try Self.input(chain.pem, chain.name))
            return
        }
        let file = file ?? "-"
        let shown = file == "-" ? "standard input" : Shown.escaped(file)
        (name, input) = (file, try Self.input(try Self.bytes(of: file, shown), shown))
    }

    private static func input(
        _ bytes: [UInt8],
        _ name: String
    ) throws(Failure) -> InspectedInput {
        do throws(InspectionError) {
            return try InspectedInput(bytes)
        } catch {
            let problem = Shown.escaped(error.description)
            throw Failure(.invalidScenario, name + problem, help: error.help)
        }
    }

    private static func bytes(of file: String, _ name: String) throws(Failure) -> [UInt8] {
        let limit = InspectedInput.maximumSize
        let bytes =
            file == "-"
            ? try StandardStream.input.read(limit: limit)
            : try Files.read(file, limit: limit)
        guard let bytes else {
            throw Failure(
                .invalidScenario,
                "\(name) is larger than \(limit) bytes",
                help: "split it, or extract the certificates that matter"
            )
        }
        return bytes
    }
}
