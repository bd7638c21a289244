/// A closed range of case numbers, such as `1..10000`.
package struct CaseRange: Hashable, Sendable, CustomStringConvertible {
    /// The numbers of the first and the last case.
    package let lowerBound, upperBound: UInt64

    /// Creates a range from the first case to the last case, whose number is not smaller.
    package init(lowerBound: UInt64, upperBound: UInt64) {
        (self.lowerBound, self.upperBound) = (lowerBound, upperBound)
    }

    /// Parses `A..B`; returns nil for other text, if B is below A, or if B is the largest number.
    package init?(argument: String) {
        let ends = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let lowest = UInt64(ends[0]),
            let highest = UInt64(ends[2]), lowest <= highest, highest < UInt64.max
        else { return nil }
        self.init(lowerBound: lowest, upperBound: highest)
    }

    package var description: String { "\(lowerBound)..\(upperBound)" }
}
