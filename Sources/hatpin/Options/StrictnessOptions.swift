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

    /// Returns the elements, without strict cases of programs unless they are requested; see
    /// `StrictCases`.
    func asked<Element>(
        _ elements: [Element],
        isStrict: (Element) -> Bool
    ) throws(Failure) -> [Element] {
        strict ? elements : try StrictCases.asked(of: elements, isStrict: isStrict)
    }

    /// The option, quoted for a shell, if it was given.
    var stated: [String] { strict ? ["--strict"] : [] }
}
