/// A bucket of disagreements that are counted together: the oracle, the two verdicts, the defects
/// and the known difference.
package struct Disagreement: Hashable, Sendable {
    /// The name of the other oracle.
    package let oracle: String
    /// The verdicts of `reference` and of the other oracle: `accept`, or the reason.
    package let ours, theirs: String
    /// The labels of the decisive defects; without any of them, the disagreement disappears.
    package let defects: [String]
    /// The name of the known difference; nil for a disagreement that no known difference explains,
    /// which is a finding.
    package let explanation: String?

    /// Creates a bucket.
    package init(
        oracle: String,
        ours: String,
        theirs: String,
        defects: [String],
        explanation: String?
    ) {
        (self.oracle, self.ours, self.theirs) = (oracle, ours, theirs)
        (self.defects, self.explanation) = (defects, explanation)
    }

    /// The same bucket as a finding, without a known difference.
    var unexplained: Disagreement {
        Disagreement(oracle: oracle, ours: ours, theirs: theirs, defects: defects, explanation: nil)
    }
}

/// The number of disagreements in each bucket, with their first cases.
package struct Ledger: Hashable, Sendable {
    /// The count of one bucket, with its first cases.
    package struct Entry: Hashable, Sendable {
        /// The number of cases.
        package var count = 0
        /// The lowest case numbers, in order.
        package var first: [UInt64] = []

        /// Creates an entry without cases.
        package init() {}
    }

    /// The number of case numbers that an entry keeps.
    private static let kept = 5

    /// The number of judged cases, with and without disagreements.
    package var cases = 0
    /// The highest case number among the added entries.
    private(set) var largest: UInt64 = 0
    /// The counts by bucket.
    package private(set) var entries: [Disagreement: Entry] = [:]

    /// Creates an empty ledger.
    package init() {}

    /// The number of disagreements.
    package var disagreements: Int { Self.sum(entries.values.map(\.count)) }

    /// The number of buckets that are findings.
    package var unexplained: Int { entries.keys.count { $0.explanation == nil } }

    /// Counts a case with a disagreement.
    package mutating func add(_ bucket: Disagreement, of index: UInt64) {
        var entry = Entry()
        entry.count = 1
        entry.first = [index]
        add(entry, to: bucket)
    }

    /// Adds the counts of another ledger, for other cases.
    package mutating func add(_ other: Ledger) {
        cases = Self.sum([cases, other.cases])
        for (bucket, entry) in other.entries { add(entry, to: bucket) }
    }

    /// Adds an entry, such as one that was read from a file, to a bucket.
    package mutating func add(_ entry: Entry, to bucket: Disagreement) {
        var whole = entries[bucket] ?? Entry()
        whole.count = Self.sum([whole.count, entry.count])
        largest = max(largest, entry.first.max() ?? 0)
        whole.first = Array((whole.first + entry.first).sorted().prefix(Self.kept))
        entries[bucket] = whole
    }

    /// Returns the same counts with the explanations of `ledger`.
    ///
    /// A bucket that `ledger` has too keeps its explanation, because different setups with the same
    /// verdicts and defects can have different explanations.
    package func explained(as ledger: Ledger) -> Ledger {
        let known = Dictionary(
            ledger.entries.keys.map { ($0.unexplained, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var explained = Ledger()
        explained.cases = cases
        for (bucket, entry) in entries {
            let isKept = ledger.entries[bucket] != nil
            explained.add(entry, to: isKept ? bucket : known[bucket.unexplained] ?? bucket)
        }
        return explained
    }

    /// Returns the sum of counts, at most `Int.max`, because a file may contain any number.
    package static func sum(_ counts: [Int]) -> Int {
        counts.reduce(0) { sum, count in
            let (total, overflow) = sum.addingReportingOverflow(count)
            return overflow ? .max : total
        }
    }
}
