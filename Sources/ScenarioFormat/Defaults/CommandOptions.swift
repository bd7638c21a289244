// Defaults reads hatpin.yaml: the default options of commands. It gets the known options from the
// argument parser, and knows nothing about their meaning.

/// The options of a command.
package struct CommandOptions: Hashable, Sendable {
    /// An option or a flag.
    package struct Option: Hashable, Sendable {
        /// The long name, without dashes.
        package let name: String
        /// All spellings on a command line, with dashes.
        package let spellings: Set<String>
        /// The text in `--help`.
        package let about: String
        package let isFlag: Bool
        /// Whether the option may be repeated.
        package let isRepeated: Bool

        /// Creates an option; each parameter sets the property of the same name.
        package init(
            _ name: String,
            spellings: Set<String>,
            about: String,
            isFlag: Bool,
            isRepeated: Bool
        ) {
            self.name = name
            self.spellings = spellings
            self.about = about
            self.isFlag = isFlag
            self.isRepeated = isRepeated
        }
    }

    package let command: String
    package let options: [Option]

    /// Creates the options of a command; `command` is its name.
    package init(_ command: String, _ options: [Option]) {
        self.command = command
        self.options = options
    }

    /// Returns the option with the given long name.
    func option(_ name: String) -> Option? { options.first { $0.name == name } }
}

// MARK: The file's shape

extension CommandOptions {
    fileprivate var field: Field {
        let fields = options.map { Field($0.name, $0.about, $0.shape, isRead: true) }
        let shape = MappingShape("the options of hatpin \(command)", definition: command, fields)
        return Field(command, "options of hatpin \(command)", .mapping(shape), isRead: true)
    }
}

extension CommandOptions.Option {
    fileprivate var shape: Shape {
        if isFlag { return .word(.flags) }
        let value = Shape.text(Syntax.any("a value").shape)
        return isRepeated ? .list(of: value, orOne: true) : value
    }
}

extension [CommandOptions] {
    /// The shape of hatpin.yaml: options of commands, and profiles.
    var shape: Shape {
        let fields = map(\.field)
        let profile = Shape.mapping(MappingShape("a profile", fields))
        let profiles = Field(
            DefaultsFile.profilesKey,
            "options by profile; --with selects a profile",
            .table(noun: "the profiles", key: Syntax.name.shape, value: profile),
            isRead: true
        )
        return .mapping(MappingShape("hatpin.yaml", fields + [profiles]))
    }

    /// The JSON Schema of hatpin.yaml.
    package var schema: String {
        SchemaWriter.text(of: shape, title: "hatpin.yaml", id: "hatpin-1.schema.json")
    }
}
