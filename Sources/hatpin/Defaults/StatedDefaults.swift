import Basics
import ScenarioFormat

/// Reads the hatpin.yaml that applies to a command line.
package struct StatedDefaults: Sendable {
    /// The option that names a file or a profile; every command accepts it.
    private static let option = "--with"
    /// The flag that ignores the file; every command accepts it.
    private static let exclusion = "--no-config"
    /// Environment variables that override the file, each with the long name of its option.
    private static let variables = ["HATPIN_STATE": "state"]
    /// The largest size of hatpin.yaml in bytes: a hundred times the size of a file with all
    /// options.
    private static let largestFile = 1 << 16

    /// Returns the parser's description of all options.
    ///
    /// Making the description takes milliseconds, so it is only requested when there is a file.
    private let description: @Sendable () -> String
    private let conflicts: [OptionConflict]

    /// - Parameters:
    ///   - conflicts: pairs of options in which one option has no effect.
    ///   - description: makes the parser's description of all commands and options, as JSON.
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

    /// A command line with the options of the file, and the notes about these options.
    package struct Applied: Sendable {
        /// The arguments with the file's options, without the options that choose the file.
        package let arguments: [String]
        /// The options of the file that can make the command succeed although it finds faults.
        package let weakening: [DefaultsFile.Stated]
        /// The options of the file that are ignored.
        package let ignored: [DefaultsFile.Stated]

        /// Creates a value with these properties.
        package init(
            arguments: [String],
            weakening: [DefaultsFile.Stated] = [],
            ignored: [DefaultsFile.Stated] = []
        ) {
            (self.arguments, self.weakening, self.ignored) = (arguments, weakening, ignored)
        }

        /// The notes about the file's options, as lines for standard error; possibly empty.
        package var notes: String {
            weakening.map { "hatpin: applied: \(Shown.escaped($0.line))\n" }.joined()
                + StatedDefaults.notes(on: ignored)
        }
    }

    /// Removes `--with` and `--no-config` from arguments, and adds the options of hatpin.yaml.
    ///
    /// - Throws: a `usage` failure for an unknown profile; an `invalidScenario` failure for an
    ///   option that is only allowed on the command line; `WrongDefaults` if the file has mistakes.
    package func applied(to arguments: [String]) throws -> Applied {
        let choice = try FileChoice(takenOutOf: arguments)
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

    /// Returns the effective options, written as on a command line.
    ///
    /// - Parameters:
    ///   - asked: the commands whose options are shown.
    ///   - names: a file, a profile, or both; if empty, the names in environment variables.
    ///   - showsOrigin: whether each line ends with the place that sets the option.
    /// - Returns: a line for each option (no lines if no file applies), and the notes about ignored
    ///   options.
    /// - Throws: the errors of `applied`.
    package func lines(
        of asked: [String],
        with names: [String],
        showsOrigin: Bool
    ) throws -> (text: String, notes: String) {
        let choice = try FileChoice(takenOutOf: names.map { "\(Self.option)=\($0)" })
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
            return "hatpin: ignored, because it \(words): \(Shown.escaped(stated.line))\n"
        }
        return lines.joined()
            + "  help: read the file; then use it once by --with \(Shown.escaped(Prose.shellQuoted(path))), "
            + "or run hatpin trust to trust the folder until it changes\n"
    }

    /// Returns the defaults of the file and of a profile, or nil if no file applies.
    private func inForce(by choice: FileChoice) throws -> CommandLineDefaults? {
        guard !choice.hasNone else { return nil }
        let profile = choice.profile ?? Environment.variable("HATPIN_PROFILE")
        let named = choice.file ?? Environment.variable("HATPIN_CONFIG")
        guard let file = try file(named: named) else {
            guard profile == nil else {
                throw Failure(
                    .usage,
                    "there is no \(DefaultsFile.name) here, so there are no profiles",
                    help: "change to its folder, or set HATPIN_CONFIG to its path"
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
        guard named != nil || Files.exists(path) else { return nil }
        if named == nil {
            try Files.requireHere(
                path,
                help: "--with \(path) uses the file, and --no-config ignores it"
            )
        }
        guard let bytes = try Files.read(path, limit: Self.largestFile) else {
            throw Failure(.invalidScenario, "\(Shown.escaped(path)) is larger than 64 KiB")
        }
        let file = DefaultsFile(of: bytes, at: path, for: try ParserOptions.all(in: description()))
        guard file.diagnostics.isEmpty else { throw WrongDefaults(diagnostics: file.diagnostics) }
        for stated in file.stated {
            guard case .personal(let why) = stated.effect else { continue }
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(stated.origin)): \(stated.option.name) is only allowed on the command "
                    + "line: \(why)",
                help:
                    "delete it here and add it to the command line; --no-config ignores the file"
            )
        }
        return file
    }

    /// The file and the profile that a command line names.
    private struct FileChoice {
        /// The arguments without the options that choose the file.
        private(set) var rest: [String]
        /// Whether the command line excludes every file with `--no-config`.
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
                            "\(StatedDefaults.option) needs the name of a profile of \(DefaultsFile.name), or a file"
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
                    "\(StatedDefaults.exclusion) and \(StatedDefaults.option) cannot be combined"
                )
            }
        }

        /// Takes the name of a file or a profile: the name of a file contains a slash or ends in
        /// `.yaml`.
        private mutating func take(_ name: String) {
            if name.contains("/") || name.hasSuffix(".yaml") { file = name } else { profile = name }
        }
    }
}

/// The mistakes in a file of defaults.
package struct WrongDefaults: Error {
    package let diagnostics: [Diagnostic]
}

extension StatedDefaults {
    /// Returns the options on a command line before `--`, as they are spelt.
    package static func spellings(in arguments: [String]) -> Set<String> {
        CommandLineDefaults.spellings(in: arguments[...])
    }
}
