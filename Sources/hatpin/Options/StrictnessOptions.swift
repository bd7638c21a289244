import ArgumentParser
import Basics

/// Whether programs and remote clients are tested with cases that only the letter of a standard decides.
struct StrictnessOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also test programs with cases of class strict: rules whose violation helps no attacker."
        )
    )
    var strict = false

    /// Those of `elements` that programs are asked, as `StrictCases` has it.
    func asked<Element>(
        _ elements: [Element],
        isStrict: (Element) -> Bool
    ) throws(Failure) -> [Element] {
        strict ? elements : try StrictCases.asked(of: elements, isStrict: isStrict)
    }

    /// The option as a shell reads it.
    var stated: [String] { strict ? ["--strict"] : [] }
}
