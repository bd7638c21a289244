extension Shard {
    /// The first case of this part from `start` on; nil where no number is so large.
    func first(from start: UInt64) -> UInt64? {
        let (wanted, present) = (number % count, start % count)
        let distance = wanted >= present ? wanted - present : count - present + wanted
        let (first, overflow) = start.addingReportingOverflow(distance)
        return overflow ? nil : first
    }

    /// How many cases of a range are of this part.
    func count(in range: CaseRange) -> UInt64 {
        guard let first = first(from: range.lowerBound), first <= range.upperBound else { return 0 }
        return (range.upperBound - first) / count + 1
    }
}
