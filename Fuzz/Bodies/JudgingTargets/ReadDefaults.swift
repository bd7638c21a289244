import FuzzTargets
import ScenarioFormat

extension FuzzTarget {
    /// Any text is read as a `hatpin.yaml`, or refused with diagnostics that point into it.
    ///
    /// With an error nothing is stated. What is stated is an option of its command, in its place, with
    /// a value or none, and a profile that states it is one of the file's.
    public static let readDefaults = FuzzTarget("ReadDefaults") { bytes in
        let file = DefaultsFile(of: bytes, at: DefaultsFile.name, for: commands)
        let text = NumberedText(bytes)
        for diagnostic in file.diagnostics { text.check(diagnostic) }
        for command in commands {
            for profile in file.profiles.map(Optional.some) + [nil] {
                let stated = file.options(of: command.command, with: profile)
                invariant(
                    stated.isEmpty || file.diagnostics.allSatisfy { $0.severity != .error },
                    "options of a refused file: \(stated)"
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
            "an option of another command: \(stated.option)"
        )
        invariant(
            stated.profile == nil || stated.profile == profile,
            "an option of another profile: \(stated.option)"
        )
        invariant(
            stated.values.count <= 1 || stated.option.isRepeated,
            "an option that stands once has several values: \(stated.option)"
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
