import Basics

/// Cases that only the letter of a standard decides.
package enum StrictCases {
    /// Those of `elements` that programs are asked; tells how many are left out.
    ///
    /// Reports on programs drown in cases that hardly a library refuses and no attacker gains from.
    ///
    /// - Parameters:
    ///   - elements: cases, or pairs.
    ///   - isStrict: whether one is of class strict and concerns a program.
    /// - Returns: them in their order.
    /// - Throws: nothing selected, where all of them are left out.
    package static func asked<Element>(
        of elements: [Element],
        isStrict: (Element) -> Bool
    ) throws(Failure) -> [Element] {
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
}
