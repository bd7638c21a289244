/// The first finding with each fix, among the findings of a file.
///
/// Thousands of findings in a large entry can share one fix, so reports show its text only once.
package struct FirstFixes: Sendable {
    private var numbers: [Fix: Int] = [:]

    package init() {}

    /// Returns the number of an earlier finding with the same fix.
    ///
    /// - Parameters:
    ///   - fix: the fix of a finding; nil for none.
    ///   - number: the number of the finding, in the order of the report.
    /// - Returns: the number of the earlier finding; nil if there is none or the fix has no edits.
    package mutating func first(with fix: Fix?, at number: Int) -> Int? {
        guard let fix, !fix.edits.isEmpty else { return nil }
        if let first = numbers[fix] { return first }
        numbers[fix] = number
        return nil
    }
}
