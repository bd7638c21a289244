import Basics
import BuiltinFolders
import ScenarioFormat
import X509

extension ClientLibrary {
    /// The folder of the working directory that is looked at unasked.
    package static let usualFolder = FolderTrust.definitions

    /// The definitions of the folders that were named with `--clients`, then of `Clients` in the
    /// working directory, then the built-in ones; the first of a name counts.
    ///
    /// A folder that was named stands for its own `Clients` where it has one. Programs of `Clients` in the
    /// working directory are not started unless it was named, or the user trusts the working directory;
    /// one that holds the built-in files alone is left out.
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
        let named = folders.map { folder in
            let below = folder == "." ? usualFolder : "\(folder)/\(usualFolder)"
            return Environment.exists(below) ? below : folder
        }
        let isNamed = named.contains { Files.resolved($0) == Files.resolved(usualFolder) }
        let isTrusted = FolderTrust.isGivenHere
        // A copy of the built-in definitions would start what is built beside it, in .clients.
        let isLeftOut = !Environment.exists(usualFolder) || isNamed || !isTrusted && isBuiltinHere
        let here = isLeftOut ? [] : [usualFolder]
        for folder in here { try requireHere(folder) }
        let builtin = try BuiltinFolder.clients.path(unless: "--clients")
        return ClientLibrary(
            folders: named + here + [builtin],
            untrusted: isTrusted ? nil : here.first,
            builtRoot: Environment.variable("HATPIN_CLIENTS").map(\.fromRoot)
        )
    }

    /// Refuses a folder of definitions that a link leads out of the working directory.
    ///
    /// - Throws: environment, where one does.
    static func requireHere(_ folder: String) throws(Failure) {
        try Files.requireHere(folder, help: "--clients \(folder) names the folder")
    }

    /// Whether `Clients` in the working directory is the built-in folder, file by file, as in a checkout
    /// of Hatpin.
    private static var isBuiltinHere: Bool {
        guard let paths = try? FolderTrust().files() else { return false }
        let builtin = BuiltinFolder.clients.files
        return paths.count { $0.hasPrefix(usualFolder + "/") } == builtin.count
            && builtin.allSatisfy { file in
                (try? Files.read("\(usualFolder)/\(file.path)")) == Base64.decode(file.base64)
            }
    }
}

extension ClientDefinition {
    private static let builtin = Dictionary(
        BuiltinFolder.clients.files.map { ($0.path, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// `client/curl is Clients/curl.yaml, and not the built-in definition`; nil for a built-in one, and
    /// where there is none of this name with another text.
    package var replacement: String? {
        guard let file, let bytes = try? Files.read(file),
            let builtin = Self.builtin[name + ".yaml"],
            Base64.decode(builtin.base64) != bytes
        else { return nil }
        return "client/\(name) is \(file), and not the built-in definition"
    }

    /// - Throws: usage, where its program may not be started.
    package func requireTrusted() throws(Failure) {
        guard !isTrusted, let file else { return }
        throw Failure(
            .usage,
            "client/\(Shown.escaped(name)) is \(Shown.escaped(file)) of this folder, which is not "
                + "trusted: its program is not started",
            help:
                "read it; then --clients . names the folder for once, and hatpin trust trusts it until "
                + "its definitions change"
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
