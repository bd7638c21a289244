import ArgumentParser
import Basics

/// `hatpin completions`: writes a completion script for a shell.
struct CompletionsCommand: ParsableCommand {
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish

        var shell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Write a completion script for bash, zsh or fish.",
        discussion: """
              hatpin completions bash > ~/.local/share/bash-completion/completions/hatpin
              hatpin completions zsh > FOLDER/_hatpin, where FOLDER is in $fpath
              hatpin completions fish > ~/.config/fish/completions/hatpin.fish

            The script completes options, ids and parties. The ids are those that hatpin list --ids prints \
            in the working directory, without those that a shell might expand.
            """
    )

    @Argument(help: "The shell.") var shell: Shell

    func run() throws {
        try StandardStream.output.write(Hatpin.completionScript(for: shell.shell) + "\n")
    }
}

extension CompletionKind {
    /// Lists the ids of cases.
    static let ids = shellCommand("hatpin list --ids 2>/dev/null\(plain)")
    /// Lists the models, and the programs that can be tested.
    static let parties = shellCommand(
        "hatpin list parties --ids 2>/dev/null\(plain); hatpin clients --ids 2>/dev/null\(plain)"
    )

    /// A filter that omits names that a shell would expand: bash's compgen runs `$(command)` in
    /// words, and the author of a repository chooses the names of its folders.
    private static let plain = #" | grep -x "[][A-Za-z0-9_.,=@+/-]*""#
}
