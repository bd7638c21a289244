extension Int {
    /// Returns the sum, or the largest number if the sum overflows: a fuzzed process may write any
    /// count.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
