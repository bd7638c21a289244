/// A command line completed with options from hatpin.yaml.
package struct CommandLineDefaults: Sendable {
    private let file: DefaultsFile
    private let profile: String?
    /// The long names of options that an environment variable decides.
    private let decided: Set<String>
    private let conflicts: [OptionConflict]
    /// Whether the file may state options that write, connect, listen or start programs.
    private let isTrusted: Bool

    /// - Parameters:
    ///   - file: the options of hatpin.yaml.
    ///   - profile: the profile whose options replace those of the file; nil for none.
    ///   - decided: the long names of options that an environment variable decides.
    ///   - isTrusted: whether the file may state options that write, connect, listen or start
    ///     programs.
    ///   - conflicts: options that exclude each other.
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

    /// The options of the file: the options that apply, and the options that do not apply.
    package struct Options: Sendable {
        /// The options that apply.
        package fileprivate(set) var counting: [DefaultsFile.Stated] = []
        /// The options with side effects, in a file that the user neither named nor trusts.
        package fileprivate(set) var ignored: [DefaultsFile.Stated] = []

        /// The applied options that can make a command succeed that would otherwise fail.
        package var weakening: [DefaultsFile.Stated] {
            counting.filter { $0.effect == .weakening && !$0.words.isEmpty }
        }
    }

    /// Returns the options that the file states for a command, without those that an environment
    /// variable decides.
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

    /// Returns the options of the file, except options that the command line decides.
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

    /// Returns the arguments with the options of the file after the command.
    ///
    /// Values on the command line replace those of the file, also for repeatable options. The
    /// result omits an option of the file that an option of the command line leaves without effect.
    /// A program after `--` replaces the parties of the file.
    package func applied(to arguments: [String]) -> [String] {
        guard let command = arguments.first else { return arguments }
        let added = options(besides: arguments).counting.flatMap(\.words)
        return [command] + added + arguments.dropFirst()
    }

    /// Returns the options on a command line before `--`, in the spelling of the command line.
    package static func spellings(in arguments: ArraySlice<String>) -> Set<String> {
        var spellings: Set<String> = []
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
            let name = argument.prefix { $0 != "=" }
            spellings.insert(String(name))
            // One-letter flags may be combined: -qv.
            if !name.hasPrefix("--") {
                for letter in name.dropFirst() { spellings.insert("-\(letter)") }
            }
        }
        return spellings
    }
}
