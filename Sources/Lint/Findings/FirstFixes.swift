/// The findings of a file that are the first with their fix.
///
/// A fix of a large entry may be that of thousands of findings in it: reports show its text once.
package struct FirstFixes: Sendable {
    private var numbers: [Fix: Int] = [:]

    package init() {}

    /// Looks for an earlier finding with the same fix.
    ///
    /// - Parameters:
    ///   - fix: the fix of a finding; nil for none.
    ///   - number: of the finding, in the order of the report.
    /// - Returns: the number of the earlier one; nil where there is none, or nothing is edited.
    package mutating func first(with fix: Fix?, at number: Int) -> Int? {
        guard let fix, !fix.edits.isEmpty else { return nil }
        if let first = numbers[fix] { return first }
        numbers[fix] = number
        return nil
    }
}
