import Basics

/// A folder with the forged files of a case, and OpenSSL commands that verify and serve its chain.
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
    ///   - serving: the arguments of a command that serves the chain.
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
