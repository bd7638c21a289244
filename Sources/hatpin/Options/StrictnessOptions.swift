import ArgumentParser
import Basics

/// Whether programs and remote clients also get the cases of class strict.
struct StrictnessOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also test programs with cases of class strict: rules whose violation helps no attacker."
        )
    )
    var strict = false

    /// Returns the elements of cases that programs get; see `StrictCases`.
    func asked<Element>(
        _ elements: [Element],
        isStrict: (Element) -> Bool
    ) throws(Failure) -> [Element] {
        strict ? elements : try StrictCases.asked(of: elements, isStrict: isStrict)
    }

    /// The option as a shell reads it.
    var stated: [String] { strict ? ["--strict"] : [] }
}
