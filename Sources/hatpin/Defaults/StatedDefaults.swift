import Basics
import ScenarioFormat

/// The file of defaults that is in force for a command line.
package struct StatedDefaults: Sendable {
    /// The option that names a file or a profile, which stands on every command line.
    private static let option = "--with"
    /// The flag that leaves the file out, which stands on every command line.
    private static let exclusion = "--no-config"
    /// Variables that decide in the place of an option of this long name.
    private static let variables = ["HATPIN_STATE": "state"]
    /// 64 KiB: a hundred times the options that there are.
    private static let largestFile = 1 << 16

    /// The parser's description of its options; takes milliseconds, so that a command without a file
    /// does not ask for it.
    private let description: @Sendable () -> String
    private let conflicts: [OptionConflict]

    /// - Parameters:
    ///   - conflicts: options of which one leaves the other without effect.
    ///   - description: the parser's description of all commands and options, JSON.
    package init(
        conflicts: [OptionConflict],
        describedBy description: @escaping @Sendable () -> String
    ) {
        (self.conflicts, self.description) = (conflicts, description)
    }

    /// The JSON Schema of hatpin.yaml.
    ///
    /// - Throws: `DecodingError` for a description in another format.
    package var schema: String {
        get throws { try ParserOptions.all(in: description()).schema }
    }

    /// A command line with the options of the file, and what is to be told of these.
    package struct Applied: Sendable {
        /// The arguments with the file's options, without those that choose the file.
        package let arguments: [String]
        /// The options of the file that can make the command succeed.
        package let weakening: [DefaultsFile.Stated]
        /// Those that do not count.
        package let ignored: [DefaultsFile.Stated]

        /// A command line; each parameter is the property of its name.
        package init(
            arguments: [String],
            weakening: [DefaultsFile.Stated] = [],
            ignored: [DefaultsFile.Stated] = []
        ) {
            (self.arguments, self.weakening, self.ignored) = (arguments, weakening, ignored)
        }

        /// Lines for standard error; empty where there is nothing to tell.
        package var notes: String {
            weakening.map { "hatpin: in force: \(Shown.escaped($0.line))\n" }.joined()
                + StatedDefaults.notes(on: ignored)
        }
    }

    /// Takes `--with` and `--no-config` out of arguments, and adds the options that hatpin.yaml states.
    ///
    /// - Throws: `Failure`, usage, for a profile that there is not, and invalid scenario, for an option
    ///   that is the user's alone; `WrongDefaults`, where the file is wrong.
    package func applied(to arguments: [String]) throws -> Applied {
        let choice = try Choice(takenOutOf: arguments)
        guard let defaults = try inForce(by: choice) else {
            return Applied(arguments: choice.rest)
        }
        let options = defaults.options(besides: choice.rest)
        return Applied(
            arguments: defaults.applied(to: choice.rest),
            weakening: options.weakening,
            ignored: options.ignored
        )
    }

    /// The lines that state the options in force, as they are written on a command line.
    ///
    /// - Parameters:
    ///   - asked: the commands.
    ///   - names: a file, a profile, or both; the environment's where there are none.
    ///   - showsOrigin: whether the place that states an option stands after it.
    /// - Returns: a line for each, none where there is no file; and what is told of those that do not
    ///   count.
    /// - Throws: as `applied`.
    package func lines(
        of asked: [String],
        with names: [String],
        showsOrigin: Bool
    ) throws -> (text: String, notes: String) {
        let choice = try Choice(takenOutOf: names.map { "\(Self.option)=\($0)" })
        guard let defaults = try inForce(by: choice) else { return ("", "") }
        let options = asked.map(defaults.options)
        let lines = options.flatMap(\.counting).flatMap { stated in
            stated.words.map { word in
                "hatpin \(stated.command) \(Prose.shellQuoted(word))"
                    + (showsOrigin ? "   \(stated.origin)" : "")
            }
        }
        return (
            lines.map { Shown.escaped($0) + "\n" }.joined(),
            Self.notes(on: options.flatMap(\.ignored))
        )
    }

    private static func notes(on ignored: [DefaultsFile.Stated]) -> String {
        guard let path = ignored.first?.place.source.path else { return "" }
        let lines = ignored.map { stated in
            guard case .acting(let words) = stated.effect else { return "" }
            return "hatpin: does not count, since it \(words): \(Shown.escaped(stated.line))\n"
        }
        return lines.joined()
            + "  help: read the file; then --with \(Shown.escaped(Prose.shellQuoted(path))) takes it for "
            + "once, and hatpin trust trusts the folder until it changes\n"
    }

    /// The defaults of the file, with those of a profile; nil where there is no file.
    private func inForce(by choice: Choice) throws -> CommandLineDefaults? {
        guard !choice.hasNone else { return nil }
        let profile = choice.profile ?? Environment.variable("HATPIN_PROFILE")
        let named = choice.file ?? Environment.variable("HATPIN_CONFIG")
        guard let file = try file(named: named) else {
            guard profile == nil else {
                throw Failure(
                    .usage,
                    "there is no \(DefaultsFile.name) here, and so no profile",
                    help: "go to its folder, or name it with HATPIN_CONFIG"
                )
            }
            return nil
        }
        if let profile, !file.profiles.contains(profile) {
            throw Failure(
                .usage,
                "\(DefaultsFile.name) has no profile '\(Shown.escaped(profile))'",
                help: didYouMean(profile, file.profiles)
                    ?? (file.profiles.isEmpty
                        ? "it has none" : "it has \(file.profiles.joined(separator: ", "))")
            )
        }
        let decided = Self.variables.filter { Environment.variable($0.key) != nil }.map(\.value)
        return CommandLineDefaults(
            file,
            with: profile,
            unless: Set(decided),
            isTrusted: named != nil || FolderTrust.isGivenHere,
            conflicts: conflicts
        )
    }

    private func file(named: String?) throws -> DefaultsFile? {
        let path = named ?? DefaultsFile.name
        guard named != nil || Environment.exists(path) else { return nil }
        if named == nil {
            try Files.requireHere(
                path,
                help: "--with \(path) names the file, and --no-config ignores it"
            )
        }
        guard let bytes = try Files.read(path, limit: Self.largestFile) else {
            throw Failure(.invalidScenario, "\(Shown.escaped(path)) has more than 64 KiB")
        }
        let file = DefaultsFile(of: bytes, at: path, for: try ParserOptions.all(in: description()))
        guard file.diagnostics.isEmpty else { throw WrongDefaults(diagnostics: file.diagnostics) }
        for stated in file.stated {
            guard case .personal(let why) = stated.effect else { continue }
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(stated.origin)): \(stated.option.name) is taken from the command line "
                    + "alone: \(why)",
                help:
                    "delete it here, and write it on the command line; --no-config ignores the file"
            )
        }
        return file
    }

    /// The file and the profile that a command line names.
    private struct Choice {
        /// The arguments without them.
        private(set) var rest: [String]
        /// Whether no file is taken.
        private(set) var hasNone = false
        private(set) var file, profile: String?

        init(takenOutOf arguments: [String]) throws(Failure) {
            let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
            var words = arguments[..<end]
            rest = []
            while let word = words.popFirst() {
                if word == StatedDefaults.exclusion {
                    hasNone = true
                } else if word.hasPrefix(StatedDefaults.option + "=") {
                    take(String(word.dropFirst(StatedDefaults.option.count + 1)))
                } else if word == StatedDefaults.option {
                    guard let name = words.popFirst() else {
                        throw Failure(
                            .usage,
                            "\(StatedDefaults.option) takes the name of a profile of \(DefaultsFile.name), or the file"
                        )
                    }
                    take(name)
                } else {
                    rest.append(word)
                }
            }
            rest += arguments[end...]
            guard !hasNone || file == nil && profile == nil else {
                throw Failure(
                    .usage,
                    "\(StatedDefaults.exclusion) and \(StatedDefaults.option) exclude each other"
                )
            }
        }

        /// A profile's name has no dot and no slash.
        private mutating func take(_ name: String) {
            if name.contains("/") || name.hasSuffix(".yaml") { file = name } else { profile = name }
        }
    }
}

/// All that is wrong with a file of defaults.
package struct WrongDefaults: Error {
    package let diagnostics: [Diagnostic]
}

extension StatedDefaults {
    /// The options that stand on a command line before `--`, as they are spelt.
    package static func spellings(in arguments: [String]) -> Set<String> {
        CommandLineDefaults.spellings(in: arguments[...])
    }
}
