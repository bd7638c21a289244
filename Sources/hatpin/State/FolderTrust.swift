import Basics
import Crypto
import ScenarioFormat
import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The user's trust in a folder.
///
/// Hatpin may start the programs of a trusted folder's client definitions. The hatpin.yaml of a
/// trusted folder may set options that write files, connect, listen or start programs.
///
/// A folder may be a clone of another party's repository. The trust is recorded among the user's
/// own files, with a hash of the trusted files, and ends when these files change.
package struct FolderTrust: Sendable {
    /// The name of the file of default options in a folder.
    package static let configuration = DefaultsFile.name
    /// The names of the folders of client definitions and of server definitions.
    package static let definitions = "Clients"
    package static let serverDefinitions = "Servers"
    private static let roots = [configuration, definitions, serverDefinitions]

    /// The largest size and number of the trusted files, far above what definitions and drivers
    /// need: 64 MiB in 10,000 files.
    private static let (mostBytes, mostFiles) = (64 << 20, 10_000)

    /// The absolute path of the folder, with links resolved.
    package let folder: String
    /// The file that records the trust.
    private let record: String

    /// - Parameters:
    ///   - folder: an existing folder.
    ///   - state: the user's own folder of Hatpin.
    /// - Throws: an `environment` failure if the folder does not exist, or the user has no home
    ///   directory.
    package init(
        in folder: String = ".",
        kept state: String? = StateFolder.userFolder
    ) throws(Failure) {
        do {
            self.folder = try Files.absolute(folder)
        } catch {
            throw Failure("read", folder, error)
        }
        guard let state else {
            throw Failure(
                .environment,
                "cannot record trust: neither HOME nor XDG_STATE_HOME is set"
            )
        }
        record = state + "/trust/" + (try Self.hash(Array(self.folder.utf8)))
    }

    /// Whether the user trusts the working directory as it is now.
    package static var isGivenHere: Bool { (try? FolderTrust().isGiven) ?? false }

    /// Whether the user trusts the folder as it is now.
    package var isGiven: Bool {
        guard Files.isOwn(record), let kept = try? Files.read(record, limit: 1 << 16),
            let now = try? entry
        else { return false }
        return kept == now
    }

    /// Records the trust.
    ///
    /// - Throws: a `nothingSelected` failure if the folder contains nothing to trust; an
    ///   `environment` failure if its files cannot be read, or the record cannot be written.
    package func give() throws(Failure) {
        guard Self.roots.contains(where: { Files.exists("\(folder)/\($0)") }) else {
            throw Failure(
                .nothingSelected,
                "\(Shown.escaped(folder)) has neither \(Self.configuration) nor a folder "
                    + "\(Self.definitions) or \(Self.serverDefinitions)"
            )
        }
        let entry = try entry
        let state = record.prefix(upTo: record.lastIndex(of: "/") ?? record.endIndex)
        try Files.makeFolder(String(state), mode: 0o700)
        try Files.write(entry, to: record, mode: 0o600)
    }

    /// Removes the record, if there is one.
    package func withdraw() throws(Failure) { try Files.removeTree(record) }

    /// The content of the record: the hash of the files, and the folder's path.
    private var entry: [UInt8] {
        get throws(Failure) { Array("\(try fingerprint)\n\(folder)\n".utf8) }
    }

    /// The hash of hatpin.yaml and of all files below the folders of definitions, with their names.
    private var fingerprint: String {
        get throws(Failure) {
            var state: [UInt8] = []
            for path in try files() {
                guard let bytes = try Files.read("\(folder)/\(path)", limit: Self.mostBytes) else {
                    throw tooLarge
                }
                state += Array("\(path)\0\(try Self.hash(bytes))\n".utf8)
            }
            return try Self.hash(state)
        }
    }

    /// Returns the paths of the trusted files, relative to the folder, sorted.
    ///
    /// - Throws: an `environment` failure if a file is a link or unreadable, or the files are too
    ///   many or too large.
    package func files() throws(Failure) -> [String] {
        var (found, left) = ([String](), Self.roots)
        var size = 0
        while let path = left.popLast() {
            let status: FileStatus
            do {
                status = try FileStatus("\(folder)/\(path)")
            } catch {
                if error == .system(errno: ENOENT), Self.roots.contains(path) { continue }
                throw Failure("read", "\(folder)/\(path)", error)
            }
            switch status.kind {
            case .file:
                found.append(path)
                // Files may be sparse, and two huge sizes would overflow the sum.
                size += min(status.size, Self.mostBytes + 1)
            case .folder:
                for name in try Files.entries(of: "\(folder)/\(path)") {
                    // U+FFFD replaces bytes that are not UTF-8, so the string would name another
                    // file, or none.
                    guard !name.unicodeScalars.contains("\u{fffd}") else {
                        throw Failure(
                            .environment,
                            "\(Shown.escaped("\(folder)/\(path)/\(name)")) has a name that is not "
                                + "UTF-8, and cannot be trusted",
                            help: "give it another name"
                        )
                    }
                    left.append("\(path)/\(name)")
                }
            default:
                // The target of a link can change without a change in this folder.
                throw Failure(
                    .environment,
                    "\(Shown.escaped("\(folder)/\(path)")) is not a regular file, and cannot be trusted",
                    help: "replace it with a regular file"
                )
            }
            guard found.count <= Self.mostFiles, size <= Self.mostBytes else { throw tooLarge }
        }
        return found.sorted()
    }

    private var tooLarge: Failure {
        Failure(
            .environment,
            "\(Shown.escaped(folder)) has too many files, or too large ones, in "
                + "\(Self.definitions) or \(Self.serverDefinitions) to trust it",
            help: "move build files elsewhere: the limit is 64 MiB in 10,000 files"
        )
    }

    private static func hash(_ bytes: [UInt8]) throws(Failure) -> String {
        do {
            return try Digest.sha256.hash(bytes).hex
        } catch {
            throw Failure(.environment, "OpenSSL cannot hash: \(Shown.escaped("\(error)"))")
        }
    }
}
