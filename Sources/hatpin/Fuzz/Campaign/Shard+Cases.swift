extension Shard {
    /// Returns the first case of this shard from `start` on, or nil if the number would overflow.
    func first(from start: UInt64) -> UInt64? {
        let (wanted, present) = (number % count, start % count)
        let distance = wanted >= present ? wanted - present : count - present + wanted
        let (first, overflow) = start.addingReportingOverflow(distance)
        return overflow ? nil : first
    }

    /// Returns the number of cases of a range in this shard.
    func count(in range: CaseRange) -> UInt64 {
        guard let first = first(from: range.lowerBound), first <= range.upperBound else { return 0 }
        return (range.upperBound - first) / count + 1
    }
}
