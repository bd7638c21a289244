import Basics

/// The cases of class strict: a client that fails such a case helps no attacker.
package enum StrictCases {
    /// Returns the elements without strict cases for programs, and reports how many are omitted.
    ///
    /// Few libraries reject strict cases, which would otherwise dominate reports on programs.
    ///
    /// - Parameters:
    ///   - elements: cases, or pairs.
    ///   - isStrict: whether an element is of class strict and concerns a program.
    /// - Returns: the remaining elements, in order.
    /// - Throws: a `nothingSelected` failure if all elements are omitted.
    package static func asked<Element>(
        of elements: [Element],
        isStrict: (Element) -> Bool
    ) throws(Failure) -> [Element] {
        let asked = elements.filter { !isStrict($0) }
        let leftOut = elements.count - asked.count
        guard leftOut > 0 else { return elements }
        let cases = Prose.count(leftOut, "case") + " of class strict"
        let help = "add --strict to run them with programs, too"
        guard !asked.isEmpty else {
            throw Failure(.nothingSelected, "only \(cases) would run", help: help)
        }
        try StandardStream.error.write("hatpin: omitted \(cases); \(help)\n")
        return asked
    }
}
