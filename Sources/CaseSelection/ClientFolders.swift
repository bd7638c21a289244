import BuiltinFolders
import Clients
import FileFormat
import Reports
import Surroundings

extension ClientLibrary {
    /// The folder of the working directory that is looked at unasked.
    package static let usualFolder = "Clients"

    /// The definitions of the folders that were named with `--clients`, then of `Clients` in the
    /// working directory, then the built-in ones; the first of a name counts.
    ///
    /// - Throws: nothing selected, where a folder does not exist; environment, where there is no
    ///   place for the built-in ones.
    package static func inForce(named folders: [String]) throws(Failure) -> ClientLibrary {
        if let missing = folders.first(where: { !Environment.exists($0) }) {
            throw Failure(
                .nothingSelected,
                "--clients: there is nothing named \(Shown.escaped(missing)) here",
                help: "name a folder of definitions, such as Clients"
            )
        }
        let here = Environment.exists(usualFolder) ? [usualFolder] : []
        let builtin = try BuiltinFolder.clients.path(unless: "--clients")
        return ClientLibrary(
            folders: folders + here + [builtin],
            builtRoot: Environment.variable("HATPIN_CLIENTS").map(\.fromRoot)
        )
    }
}

extension ClientLibrary {
    /// The names of all clients.
    ///
    /// - Throws: environment, where a folder cannot be read.
    func known() throws(Failure) -> [String] {
        do throws(ClientLookupError) {
            return try names
        } catch {
            throw Failure(error, unknown: .environment)
        }
    }
}

extension String {
    /// The path from the file system's root: programs run in folders of their own.
    fileprivate var fromRoot: String {
        hasPrefix("/") ? self : Environment.workingDirectory + "/" + self
    }
}

extension Failure {
    /// The failure of a command that needs a client.
    ///
    /// - Parameters:
    ///   - error: which client could not be had.
    ///   - kind: of a name that no folder has: usage in an option, nothing selected in an argument.
    package init(_ error: ClientLookupError, unknown kind: Kind) {
        switch error {
        case .unreadableFolder(let folder, let reason):
            self.init(
                .environment,
                "cannot read the folder \(Shown.escaped(folder)): \(reason.reason)"
            )
        case .unknown(let name, let known):
            self.init(
                kind,
                "there is no client '\(Shown.escaped(name))'",
                help: didYouMean(name, known) ?? "hatpin clients shows all; a path names a file"
            )
        case .unsound(let diagnostics):
            let first = diagnostics.first
            let line = first?.mark.map { ":\($0.line)" } ?? ""
            self.init(
                .invalidScenario,
                Shown.escaped("\(first?.file ?? "")\(line): \(first?.problem ?? "")"),
                help: first?.help.map(Shown.escaped)
            )
        }
    }
}
