/// A command line with the options of hatpin.yaml that it does not state itself.
package struct CommandLineDefaults: Sendable {
    private let file: DefaultsFile
    private let profile: String?
    /// Options that a variable of the environment decides, by their long names.
    private let decided: Set<String>
    private let conflicts: [OptionConflict]
    /// Whether options count that write, connect, listen or start.
    private let isTrusted: Bool

    /// - Parameters:
    ///   - file: the options that it states.
    ///   - profile: the one whose options go before the file's own; nil for none.
    ///   - decided: long names of options that a variable of the environment decides.
    ///   - isTrusted: whether options count that write, connect, listen or start.
    ///   - conflicts: options of which one leaves the other without effect.
    package init(
        _ file: DefaultsFile,
        with profile: String?,
        unless decided: Set<String>,
        isTrusted: Bool,
        conflicts: [OptionConflict] = []
    ) {
        (self.file, self.profile, self.decided) = (file, profile, decided)
        (self.isTrusted, self.conflicts) = (isTrusted, conflicts)
    }

    /// Options of the file, by whether they count.
    package struct Options: Sendable {
        /// Those that are in force.
        package fileprivate(set) var counting: [DefaultsFile.Stated] = []
        /// Those that act, of a file that the user neither named nor trusts.
        package fileprivate(set) var ignored: [DefaultsFile.Stated] = []

        /// Those in force that can make a command succeed.
        package var weakening: [DefaultsFile.Stated] {
            counting.filter { $0.effect == .weakening && !$0.words.isEmpty }
        }
    }

    /// The options of a command where its command line states none.
    package func options(of command: String) -> Options {
        var options = Options()
        for stated in file.options(of: command, with: profile)
        where !decided.contains(stated.option.name) {
            if case .acting = stated.effect, !isTrusted {
                if !stated.words.isEmpty { options.ignored.append(stated) }
            } else {
                options.counting.append(stated)
            }
        }
        return options
    }

    /// The same without those that the command line decides.
    package func options(besides arguments: [String]) -> Options {
        guard let command = arguments.first else { return Options() }
        let given = Self.spellings(in: arguments.dropFirst())
        let decided = given.union(conflicts.silenced(by: given, of: command))
            .union(arguments.contains("--") ? ["--party"] : [])
        func isLeft(_ stated: DefaultsFile.Stated) -> Bool {
            stated.option.spellings.isDisjoint(with: decided)
        }
        var options = options(of: command)
        options.counting.removeAll { !isLeft($0) }
        options.ignored.removeAll { !isLeft($0) }
        return options
    }

    /// The arguments with those options after the command.
    ///
    /// An option that stands on the command line is the user's alone: its values replace the file's,
    /// also where it may be repeated, and an option of the file that would have no effect next to it
    /// is left out. A program after `--` is the party that is meant, in place of those of the file.
    package func applied(to arguments: [String]) -> [String] {
        guard let command = arguments.first else { return arguments }
        let added = options(besides: arguments).counting.flatMap(\.words)
        return [command] + added + arguments.dropFirst()
    }

    /// The options that stand on a command line before `--`, as they are spelt.
    package static func spellings(in arguments: ArraySlice<String>) -> Set<String> {
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
