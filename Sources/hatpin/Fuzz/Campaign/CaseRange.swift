/// Numbers of cases, both ends among them: `1..10000`.
package struct CaseRange: Hashable, Sendable, CustomStringConvertible {
    /// The first case and the last.
    package let lowerBound, upperBound: UInt64

    /// The cases from one to another, which is no smaller.
    package init(lowerBound: UInt64, upperBound: UInt64) {
        (self.lowerBound, self.upperBound) = (lowerBound, upperBound)
    }

    /// Reads `A..B`; nil for anything else, and where B is below A or the largest number.
    package init?(argument: String) {
        let ends = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let lowest = UInt64(ends[0]),
            let highest = UInt64(ends[2]), lowest <= highest, highest < UInt64.max
        else { return nil }
        self.init(lowerBound: lowest, upperBound: highest)
    }

    package var description: String { "\(lowerBound)..\(upperBound)" }
}
