import Basics

/// The options that a hatpin.yaml states.
package struct DefaultsFile: Sendable {
    /// An option with its values.
    package struct Stated: Sendable {
        package let command: String
        package let option: CommandOptions.Option
        /// The values; one unless the option may be repeated.
        package let values: [String]
        /// The profile that states the option; nil for the file itself.
        package let profile: String?
        package let place: Place
    }

    /// The file's usual name, in the working directory.
    package static let name = "hatpin.yaml"
    static let profilesKey = "profiles"

    /// The options in the order of the file.
    package let stated: [Stated]
    /// The names of profiles in the order of the file.
    package let profiles: [String]
    /// The diagnostics in the order of the file.
    ///
    /// If one of the diagnostics is an error, `stated` is empty.
    package let diagnostics: [Diagnostic]

    /// Reads a text as if it were the file at a path.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the file.
    ///   - path: the path of the file, for diagnostics.
    ///   - commands: the known options.
    package init(of bytes: [UInt8], at path: String, for commands: [CommandOptions]) {
        let source = Source(path: path, bytes: bytes)
        switch YAMLReader.documents(of: source) {
        case .failure(let refused): self.init(diagnostics: refused.diagnostics)
        case .success(let documents): self.init(documents, for: commands)
        }
    }

    private init(
        _ stated: [Stated] = [],
        profiles: [String] = [],
        diagnostics: [Diagnostic] = []
    ) {
        (self.stated, self.profiles, self.diagnostics) = (stated, profiles, diagnostics)
    }

    private init(_ documents: [Value], for commands: [CommandOptions]) {
        var reader = ShapeReader()
        for document in documents { reader.check(document, against: commands.shape, at: []) }
        guard reader.diagnostics.isEmpty else {
            self.init(diagnostics: reader.diagnostics)
            return
        }
        let tables = documents.flatMap { $0[Self.profilesKey]?.entries ?? [] }
        self.init(
            documents.flatMap { Self.options(in: $0, of: nil, among: commands) }
                + tables.flatMap { Self.options(in: $0.value, of: $0.key, among: commands) },
            profiles: tables.map(\.key)
        )
    }

    private static func options(
        in value: Value,
        of profile: String?,
        among commands: [CommandOptions]
    ) -> [Stated] {
        value.entries.flatMap { entry -> [Stated] in
            guard let command = commands.first(where: { $0.command == entry.key }) else {
                return []
            }
            return entry.value.entries.compactMap { below in
                command.option(below.key).map { option in
                    Stated(
                        command: command.command,
                        option: option,
                        values: below.value.elements.compactMap(\.text),
                        profile: profile,
                        place: below.place
                    )
                }
            }
        }
    }

    /// Returns each option of a command once; the profile's values replace those of the file
    /// itself.
    package func options(of command: String, with profile: String?) -> [Stated] {
        let own = stated.filter { $0.command == command && $0.profile == nil }
        let chosen = stated.filter {
            $0.command == command && $0.profile == profile && profile != nil
        }
        let replaced = Set(chosen.map(\.option))
        return own.filter { !replaced.contains($0.option) } + chosen
    }
}

extension DefaultsFile.Stated {
    /// The option as words of a command line; empty for a flag that is false.
    package var words: [String] {
        if option.isFlag { return values == ["true"] ? ["--" + option.name] : [] }
        return values.map { "--\(option.name)=\($0)" }
    }

    /// The file, line and column of the option, such as `hatpin.yaml:3:5`, then its profile, if
    /// any.
    package var origin: String {
        let place = "\(place.source.path):\(place.mark.line):\(place.mark.column)"
        return profile.map { "\(place), profile \($0)" } ?? place
    }
}

extension DefaultsFile.Stated {
    /// The option with its place, such as `--allow=high (hatpin.yaml:2:3)`.
    package var line: String {
        "\(words.map(Prose.shellQuoted).joined(separator: " ")) (\(origin))"
    }
}
