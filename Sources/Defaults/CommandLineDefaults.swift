/// A command line with the options of hatpin.yaml that it does not state itself.
package struct CommandLineDefaults: Sendable {
    private let file: DefaultsFile
    private let profile: String?
    /// Options that a variable of the environment decides, by their long names.
    private let decided: Set<String>
    private let conflicts: [OptionConflict]

    /// - Parameters:
    ///   - file: the options that it states.
    ///   - profile: the one whose options go before the file's own; nil for none.
    ///   - decided: long names of options that a variable of the environment decides.
    ///   - conflicts: options of which one leaves the other without effect.
    package init(
        _ file: DefaultsFile,
        with profile: String?,
        unless decided: Set<String>,
        conflicts: [OptionConflict] = []
    ) {
        (self.file, self.profile, self.decided) = (file, profile, decided)
        self.conflicts = conflicts
    }

    /// The options of a command that are in force where its command line states none.
    package func options(of command: String) -> [DefaultsFile.Stated] {
        file.options(of: command, with: profile).filter { !decided.contains($0.option.name) }
    }

    /// The arguments with those options behind the command.
    ///
    /// An option that stands on the command line is the user's alone: its values replace the file's,
    /// also where it may be repeated, and an option of the file that would have no effect next to it
    /// is left out. A program after `--` is the party that is meant, in place of those of the file.
    package func applied(to arguments: [String]) -> [String] {
        guard let command = arguments.first else { return arguments }
        let given = Self.spellings(in: arguments.dropFirst())
        let decided = given.union(conflicts.silenced(by: given, of: command))
            .union(arguments.contains("--") ? ["--party"] : [])
        let added = options(of: command)
            .filter { $0.option.spellings.isDisjoint(with: decided) }
            .flatMap(\.words)
        return [command] + added + arguments.dropFirst()
    }

    /// The options that stand on a command line before `--`, as they are spelt.
    static func spellings(in arguments: ArraySlice<String>) -> Set<String> {
        var spellings: Set<String> = []
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
            let name = argument.prefix { $0 != "=" }
            spellings.insert(String(name))
            // Flags of one letter may stand together: -qv.
            if !name.hasPrefix("--") {
                for letter in name.dropFirst() { spellings.insert("-\(letter)") }
            }
        }
        return spellings
    }
}
