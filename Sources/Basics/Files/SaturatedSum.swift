extension Int {
    /// The sum, or the largest number there is: counts that a fuzzed process writes may be anything.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
