import Basics
import BuiltinFolders
import ScenarioFormat
import X509

extension RelyingEnd {
    /// The default folder of definitions in the working directory.
    var usualFolder: String {
        switch self {
        case .client: FolderTrust.definitions
        case .server: FolderTrust.serverDefinitions
        }
    }

    fileprivate var builtin: BuiltinFolder {
        switch self {
        case .client: .clients
        case .server: .servers
        }
    }
}

extension ClientLibrary {
    /// The default folder of clients' definitions in the working directory.
    package static let usualFolder = RelyingEnd.client.usualFolder

    /// Returns the definitions of clients, or of servers, that apply.
    ///
    /// Definitions are read from the folders that `--clients` names, then from `Clients` in the
    /// working directory, then from the built-in definitions. The first definition of a name
    /// applies.
    ///
    /// If a named folder contains a folder `Clients`, that folder is used. Programs of `Clients` in
    /// the working directory only start if the user named the folder or trusts the working
    /// directory. Otherwise a `Clients` that contains only the built-in files is ignored. Servers
    /// are in `Servers`.
    ///
    /// - Throws: a `nothingSelected` failure if a folder does not exist; an `environment` failure
    ///   if the built-in definitions cannot be written.
    package static func inForce(
        named folders: [String],
        of end: RelyingEnd = .client
    ) throws(Failure) -> ClientLibrary {
        let usualFolder = end.usualFolder
        if let missing = folders.first(where: { !Files.exists($0) }) {
            throw Failure(
                .nothingSelected,
                "--clients: \(Shown.escaped(missing)) does not exist",
                help: "name a folder of definitions, such as Clients"
            )
        }
        let named = folders.map { folder in
            let below = folder == "." ? usualFolder : "\(folder)/\(usualFolder)"
            return Files.exists(below) ? below : folder
        }
        let isNamed = named.contains { Files.resolved($0) == Files.resolved(usualFolder) }
        let isTrusted = FolderTrust.isGivenHere
        // A copy of the built-in definitions is left out, because it would start the drivers that
        // were built next to it, in .clients.
        let isLeftOut = !Files.exists(usualFolder) || isNamed || !isTrusted && isBuiltinHere(end)
        let here = isLeftOut ? [] : [usualFolder]
        for folder in here { try requireHere(folder) }
        let builtin = try end.builtin.path(unless: "--clients")
        return ClientLibrary(
            folders: named + here + [builtin],
            of: end,
            // Definitions of servers use the messages of TLS libraries in the folder of clients.
            librariesIn: end == .client
                ? [] : [try BuiltinFolder.clients.path(unless: "--clients")],
            untrusted: isTrusted ? nil : here.first,
            builtRoot: Environment.variable("HATPIN_CLIENTS").map(\.fromRoot)
        )
    }

    /// Refuses a folder of definitions if a link leads out of the working directory.
    ///
    /// - Throws: an `environment` failure if a link leads out of the working directory.
    static func requireHere(_ folder: String) throws(Failure) {
        try Files.requireHere(folder, help: "name the folder: --clients \(folder)")
    }

    /// Whether the usual folder in the working directory equals the built-in folder, as in a
    /// checkout of Hatpin.
    private static func isBuiltinHere(_ end: RelyingEnd) -> Bool {
        guard let paths = try? FolderTrust().files() else { return false }
        let (folder, builtin) = (end.usualFolder, end.builtin.files)
        return paths.count { $0.hasPrefix(folder + "/") } == builtin.count
            && builtin.allSatisfy { file in
                (try? Files.read("\(folder)/\(file.path)")) == Base64.decode(file.base64)
            }
    }
}

extension ClientDefinition {
    private static let builtin = Dictionary(
        uniqueKeysWithValues: RelyingEnd.allCases.map { end in
            (
                end,
                Dictionary(
                    end.builtin.files.map { ($0.path, $0) },
                    uniquingKeysWith: { first, _ in first }
                )
            )
        }
    )

    /// The end of the connection at which the program is.
    private var end: RelyingEnd { server == nil ? .client : .server }

    /// The notice `client/curl is Clients/curl.yaml, not the built-in definition`.
    ///
    /// The notice is nil for a built-in definition, and for a client that replaces no different
    /// built-in definition.
    package var replacement: String? {
        guard let file, let bytes = try? Files.read(file),
            let builtin = Self.builtin[end]?[name + ".yaml"],
            Base64.decode(builtin.base64) != bytes
        else { return nil }
        return "\(end.prefix)\(name) is \(file), not the built-in definition"
    }

    /// Requires that the client's program may be started.
    ///
    /// - Throws: a `usage` failure if the program must not be started.
    package func requireTrusted() throws(Failure) {
        guard !isTrusted, let file else { return }
        throw Failure(
            .usage,
            "\(end.prefix)\(Shown.escaped(name)) is \(Shown.escaped(file)) in this folder, which you do not "
                + "trust: its program was not started",
            help:
                "read it; then use the folder once by --clients ., or run hatpin trust to trust it until "
                + "its definitions change"
        )
    }
}

extension ClientLibrary {
    /// Returns the names of all clients.
    ///
    /// - Throws: an `environment` failure if a folder cannot be read.
    func known() throws(Failure) -> [String] {
        do throws(ClientLookupError) {
            return try names
        } catch {
            throw Failure(error, unknown: .environment)
        }
    }
}

extension String {
    /// The absolute path of a file, which is needed since programs run in their own folders.
    fileprivate var fromRoot: String {
        hasPrefix("/") ? self : Environment.workingDirectory + "/" + self
    }
}

extension Failure {
    /// Returns the failure of a command that needs a client.
    ///
    /// - Parameters:
    ///   - error: which client could not be found.
    ///   - kind: the failure for an unknown name: `usage` in an option, `nothingSelected` in an
    ///     argument.
    package init(_ error: ClientLookupError, unknown kind: Kind) {
        switch error {
        case .unreadableFolder(let folder, let reason):
            self.init(
                .environment,
                "cannot read the folder \(Shown.escaped(folder)): \(reason.reason)"
            )
        case .unknown(let name, let end, let known):
            self.init(
                kind,
                "there is no \(end.rawValue) '\(Shown.escaped(name))'",
                help: didYouMean(name, known)
                    ?? "see hatpin clients\(end == .server ? " --servers" : ""); for a file, give its path"
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
