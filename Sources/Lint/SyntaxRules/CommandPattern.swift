/// What a search looks for in commands of a shell, wherever they are: in scripts, Dockerfiles,
/// pipelines, manifests.
package struct CommandPattern: Sendable {
    /// The names of the programs; empty if the search is not for commands.
    package var programs: [String] = []
    /// The operands that follow each other, such as `config`, `set`.
    package var operands: [Expression] = []
    /// Options such as `-k` and `--insecure`; the command must have one of them.
    package var options: [String] = []
    /// The value of the option; nil if any value, or no value, matches.
    package var value: Expression?
    /// Further options, as `--name` or `--name=value`; the command must also have one of them.
    package var with: [String] = []
    /// Options that the command must not have, as `--name` or `--name=value`.
    package var without: [String] = []
}

/// The setting of environment variables that a search looks for.
package struct VariablePattern: Sendable {
    /// The names; empty if the search is not for variables.
    package var names: [String] = []
    /// The value; nil for any value.
    package var value: Expression?
    /// The programs that read a variable.
    package var readers: [(variable: String, programs: [String])] = []

    /// The programs that read one of the variables.
    var programs: [String] { readers.flatMap(\.programs) }

    /// Returns the programs that read a variable.
    func programs(reading variable: String) -> [String] {
        readers.filter { $0.variable == variable }.flatMap(\.programs)
    }
}

/// How commands are read, from the files of `Rules/shared`.
package struct CommandGrammar: Sendable {
    /// Programs that run the command that follows them, such as `sudo`.
    package var wrappers: [String] = []
    /// Programs that run a command somewhere in their words, such as `docker`.
    package var runners: [String] = []
    /// The options with values, by program; single letters may be joined (`-sko FILE`).
    package var valued: [(program: String, options: [String])] = []

    package init() {}
}
