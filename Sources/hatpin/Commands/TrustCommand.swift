import ArgumentParser
import Basics

/// `hatpin trust`: the folders whose definitions and defaults are the user's own.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust a folder's definitions of clients and its hatpin.yaml until they change.",
        discussion: """
            A folder may be a clone of a repository that others write. Programs of definitions in its \
            folder Clients are not started, and options of its hatpin.yaml that write, connect, listen or \
            start do not count, until you have read both and trust the folder.

            The trust is kept in $XDG_STATE_HOME/hatpin, or ~/.local/state/hatpin, with a hash of \
            hatpin.yaml and of every file in Clients. It ends when one of these changes. Programs outside \
            Clients that definitions name, and files that hatpin.yaml names, are not part of it.
            """
    )

    @Argument(help: "The folder (default: the working directory).") var folder = "."
    @Flag(help: "Trust it no longer.") var remove = false

    func run() throws {
        let trust = try FolderTrust(in: folder)
        let path = Shown.escaped(trust.folder)
        if remove {
            try trust.withdraw()
            try StandardStream.output.write("\(path) is not trusted\n")
        } else {
            try trust.give()
            try StandardStream.output.write(
                "\(path) is trusted until \(FolderTrust.configuration) or a file in "
                    + "\(FolderTrust.definitions) changes\n"
            )
        }
    }
}
