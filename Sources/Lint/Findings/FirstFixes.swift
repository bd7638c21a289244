/// The findings of a file that are the first with their fix.
///
/// A fix of a large entry may be that of thousands of findings in it: reports show its text once.
package struct FirstFixes: Sendable {
    private var numbers: [Mend: Int] = [:]

    package init() {}

    /// Looks for an earlier finding with the same fix.
    ///
    /// - Parameters:
    ///   - mend: the fix of a finding; nil for none.
    ///   - number: of the finding, in the order of the report.
    /// - Returns: the number of the earlier one; nil where there is none, or nothing is edited.
    package mutating func first(with mend: Mend?, at number: Int) -> Int? {
        guard let mend, !mend.edits.isEmpty else { return nil }
        if let first = numbers[mend] { return first }
        numbers[mend] = number
        return nil
    }
}
