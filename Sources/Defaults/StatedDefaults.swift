import FileFormat
import Reports
import Surroundings

/// The file of defaults that is in force for a command line.
package struct StatedDefaults: Sendable {
    /// The option that names a profile, which stands on every command line.
    private static let option = "--with"
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

    /// Takes `--with PROFILE` out of arguments, and adds the options that hatpin.yaml states.
    ///
    /// - Throws: `Failure`, usage, for a profile that there is not; `WrongDefaults`, where the file is
    ///   wrong.
    package func applied(to arguments: [String]) throws -> [String] {
        let (rest, profile) = try Self.taking(arguments)
        return try inForce(with: profile)?.applied(to: rest) ?? rest
    }

    /// The lines that state the options in force, as they are written on a command line.
    ///
    /// - Parameters:
    ///   - asked: the commands.
    ///   - profile: the one that is named; nil for the environment's.
    ///   - showsOrigin: whether the place that states an option stands behind it.
    /// - Returns: a line for each; none where there is no file.
    /// - Throws: as `applied`.
    package func lines(
        of asked: [String],
        with profile: String?,
        showsOrigin: Bool
    ) throws -> String {
        guard let defaults = try inForce(with: profile) else { return "" }
        let lines = asked.flatMap(defaults.options).flatMap { stated in
            stated.words.map { word in
                "hatpin \(stated.command) \(Prose.shellQuoted(word))"
                    + (showsOrigin ? "   \(stated.origin)" : "")
            }
        }
        return lines.map { Shown.escaped($0) + "\n" }.joined()
    }

    /// The defaults of the file, with those of a profile; nil where there is no file.
    private func inForce(with named: String?) throws -> CommandLineDefaults? {
        let profile = named ?? Environment.variable("HATPIN_PROFILE")
        guard let file = try file() else {
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
            conflicts: conflicts
        )
    }

    private func file() throws -> DefaultsFile? {
        let named = Environment.variable("HATPIN_CONFIG")
        let path = named ?? DefaultsFile.name
        guard named != nil || Environment.exists(path) else { return nil }
        guard let bytes = try Files.read(path, limit: Self.largestFile) else {
            throw Failure(.invalidScenario, "\(Shown.escaped(path)) has more than 64 KiB")
        }
        let file = DefaultsFile(of: bytes, at: path, for: try ParserOptions.all(in: description()))
        guard file.diagnostics.isEmpty else { throw WrongDefaults(diagnostics: file.diagnostics) }
        return file
    }

    private static func taking(_ arguments: [String]) throws(Failure) -> ([String], String?) {
        let words = arguments.prefix { $0 != "--" }
        guard let index = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") })
        else { return (arguments, nil) }
        var rest = arguments
        let word = rest.remove(at: index)
        if word != option { return (rest, String(word.dropFirst(option.count + 1))) }
        guard index < words.count - 1 else {
            throw Failure(.usage, "\(option) takes the name of a profile of \(DefaultsFile.name)")
        }
        let profile = rest.remove(at: index)
        return (rest, profile)
    }
}

/// All that is wrong with a file of defaults.
package struct WrongDefaults: Error {
    package let diagnostics: [Diagnostic]
}
