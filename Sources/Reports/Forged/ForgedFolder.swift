import Basics

/// A case whose files were written to a folder, with OpenSSL commands that try them.
package struct ForgedFolder: Sendable {
    private let id, folder: String
    private let certificates: Int
    private let served, trusted: [String]
    private let judging, serving: [String]

    /// - Parameters:
    ///   - id: the case's id.
    ///   - folder: the folder that holds the files.
    ///   - certificates: the number of certificates that were written.
    ///   - served: the names of the certificates that a client receives, in that order.
    ///   - trusted: the names of the trust anchors.
    ///   - judging: the arguments of a command that verifies the chain.
    ///   - serving: the arguments of a command that serves it.
    package init(
        of id: String,
        in folder: String,
        certificates: Int,
        served: [String],
        trusted: [String],
        judging: [String],
        serving: [String]
    ) {
        (self.id, self.folder, self.certificates) = (id, folder, certificates)
        (self.served, self.trusted) = (served, trusted)
        (self.judging, self.serving) = (judging, serving)
    }

    /// The lines for a terminal.
    package var text: String {
        """
        \(Shown.escaped(id)) in \(Shown.escaped(folder)): \
        \(Prose.count(certificates, "certificate")) with keys
        served     \(served.joined(separator: ", "))
        trusted    \(trusted.isEmpty ? "no root" : trusted.joined(separator: ", "))
        to judge   \(Self.command(judging))
        to serve   \(Self.command(serving))

        """
    }

    private static func command(_ words: [String]) -> String {
        words.map(Prose.shellQuoted).joined(separator: " ")
    }
}

/// The folders of seeds that were made from cases.
package struct SeedFolders: Sendable {
    /// The seeds of one fuzz target.
    package struct Folder: Sendable {
        private let path: String
        private let seeds, known: Int

        /// - Parameters:
        ///   - path: the folder of the seeds.
        ///   - seeds: the number of cases that are seeds.
        ///   - known: the number of seeds that existed before.
        package init(_ path: String, seeds: Int, known: Int) {
            (self.path, self.seeds, self.known) = (path, seeds, known)
        }

        fileprivate var line: String {
            "\(Shown.escaped(path))   \(Prose.count(seeds, "seed"))"
                + (known > 0 ? ", \(known) of them already there" : "") + "\n"
        }
    }

    private let folders: [Folder]

    /// - Parameter folders: one folder for each fuzz target.
    package init(_ folders: [Folder]) {
        self.folders = folders
    }

    /// The lines for a terminal.
    package var text: String { folders.map(\.line).joined() }
}
