import ArgumentParser
import Reports
import Surroundings

/// Whether programs and visitors are asked cases that only the letter of a standard decides.
struct StrictnessOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Ask programs cases of class strict, too, from which no attacker gains; in an audit, count "
                + "the weaknesses of the system as well."
        )
    )
    var strict = false

    /// Those of `elements` that programs are asked; tells how many are left out.
    ///
    /// Reports on programs drown in cases that hardly a library refuses and no attacker gains from.
    ///
    /// - Parameters:
    ///   - elements: cases, or pairs.
    ///   - isStrict: whether one is of class strict and concerns a program.
    /// - Returns: them in their order.
    /// - Throws: nothing selected, where all of them are left out.
    func asked<Element>(
        _ elements: [Element],
        isStrict: (Element) -> Bool
    ) throws(Failure) -> [Element] {
        guard !strict else { return elements }
        let asked = elements.filter { !isStrict($0) }
        let leftOut = elements.count - asked.count
        guard leftOut > 0 else { return elements }
        let cases = Prose.count(leftOut, "case") + " of class strict"
        let help = "--strict puts programs before them, too"
        guard !asked.isEmpty else {
            throw Failure(.nothingSelected, "there are only \(cases)", help: help)
        }
        try StandardStream.error.write("hatpin: \(cases) left out; \(help)\n")
        return asked
    }

    /// The option as a shell reads it.
    var stated: [String] { strict ? ["--strict"] : [] }
}
