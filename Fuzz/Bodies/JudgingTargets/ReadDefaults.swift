import FuzzTargets
import ScenarioFormat

extension FuzzTarget {
    /// Any text is read as a `hatpin.yaml`, or rejected with diagnostics that point into it.
    ///
    /// A rejected file sets no option. Each option that is set belongs to its command, has its
    /// place in the file, and has a value or no value. An option from a profile is set only if that
    /// profile is selected.
    public static let readDefaults = FuzzTarget("ReadDefaults") { bytes in
        let file = DefaultsFile(of: bytes, at: DefaultsFile.name, for: commands)
        let text = NumberedText(bytes)
        for diagnostic in file.diagnostics { text.check(diagnostic) }
        for command in commands {
            for profile in file.profiles.map(Optional.some) + [nil] {
                let stated = file.options(of: command.command, with: profile)
                invariant(
                    stated.isEmpty || file.diagnostics.allSatisfy { $0.level != .error },
                    "a rejected file sets options: \(stated)"
                )
                for option in stated { check(option, of: command, with: profile) }
            }
        }
    }

    private static func check(
        _ stated: DefaultsFile.Stated,
        of command: CommandOptions,
        with profile: String?
    ) {
        invariant(
            command.options.contains(stated.option),
            "an option belongs to another command: \(stated.option)"
        )
        invariant(
            stated.profile == nil || stated.profile == profile,
            "an option comes from a profile that is not selected: \(stated.option)"
        )
        invariant(
            stated.values.count <= 1 || stated.option.isRepeated,
            "an option that may be set once has several values: \(stated.option)"
        )
    }

    private static let commands = [
        CommandOptions(
            "run",
            [option("jobs"), option("seed"), option("party", isRepeated: true), flag("strict")]
        ),
        CommandOptions(
            "audit",
            [option("allow"), option("report", isRepeated: true), flag("quick")]
        ),
    ]

    private static func option(_ name: String, isRepeated: Bool = false) -> CommandOptions.Option {
        .init(name, spellings: ["--" + name], about: "", isFlag: false, isRepeated: isRepeated)
    }

    private static func flag(_ name: String) -> CommandOptions.Option {
        .init(name, spellings: ["--" + name], about: "", isFlag: true, isRepeated: false)
    }
}
