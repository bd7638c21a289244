import ArgumentParser
import Basics

/// `hatpin trust`: records that the user trusts a folder's definitions and defaults.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust the definitions and the hatpin.yaml of a folder.",
        discussion: """
            A cloned repository contains files that others wrote. Until you trust its folder, Hatpin \
            starts no program that a definition in its folders Clients and Servers names. It also \
            ignores the options of its hatpin.yaml that write files, connect, listen or start \
            programs. Read these files before you trust the folder.

            The trust ends when hatpin.yaml or a file in Clients or Servers changes. It is kept in \
            $XDG_STATE_HOME/hatpin or ~/.local/state/hatpin, with a hash of these files. It does not cover \
            programs outside these folders, or other files that hatpin.yaml names.
            """
    )

    @Argument(help: "The folder (default: the working directory).") var folder = "."
    @Flag(help: "Stop trusting the folder.") var remove = false

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
                    + "\(FolderTrust.definitions) or \(FolderTrust.serverDefinitions) changes\n"
            )
        }
    }
}
