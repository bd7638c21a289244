import Basics

/// A case that was forged into a folder, with commands of OpenSSL that try its files.
package struct ForgedFolder: Sendable {
    private let id, folder: String
    private let certificates: Int
    private let served, trusted: [String]
    private let judging, serving: [String]

    /// - Parameters:
    ///   - id: the case's.
    ///   - folder: the place of its files.
    ///   - certificates: how many entities' were written.
    ///   - served: the names of those that a client receives, in that order.
    ///   - trusted: the names of the trust anchors.
    ///   - judging: the words of a command that judges the chain.
    ///   - serving: the words of one that serves it.
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

    /// Lines for people.
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

/// Folders of seeds that cases were forged into.
package struct SeedFolders: Sendable {
    /// The seeds of one fuzz target.
    package struct Folder: Sendable {
        private let path: String
        private let seeds, known: Int

        /// - Parameters:
        ///   - path: the place of the seeds.
        ///   - seeds: how many cases make.
        ///   - known: how many of them were there before.
        package init(_ path: String, seeds: Int, known: Int) {
            (self.path, self.seeds, self.known) = (path, seeds, known)
        }

        fileprivate var line: String {
            "\(Shown.escaped(path))   \(Prose.count(seeds, "seed"))"
                + (known > 0 ? ", \(known) of them there before" : "") + "\n"
        }
    }

    private let folders: [Folder]

    /// - Parameter folders: one for each target.
    package init(_ folders: [Folder]) {
        self.folders = folders
    }

    /// Lines for people.
    package var text: String { folders.map(\.line).joined() }
}
