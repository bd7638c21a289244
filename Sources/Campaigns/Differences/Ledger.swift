/// A bucket of disagreements: who says what of which defects.
package struct Disagreement: Hashable, Sendable {
    /// The other judge, as it names itself.
    package let judge: String
    /// `accept`, or the reason.
    package let ours, theirs: String
    /// The labels of the defects without which the two agree, or say something else.
    package let defects: [String]
    /// The name of the known difference; nil where it is a finding.
    package let explanation: String?

    /// The bucket of these.
    package init(
        judge: String,
        ours: String,
        theirs: String,
        defects: [String],
        explanation: String?
    ) {
        (self.judge, self.ours, self.theirs) = (judge, ours, theirs)
        (self.defects, self.explanation) = (defects, explanation)
    }

    /// The same, where nothing is known of it.
    var unexplained: Disagreement {
        Disagreement(judge: judge, ours: ours, theirs: theirs, defects: defects, explanation: nil)
    }

    /// Whether the other accepts what we refuse.
    package var isLaxer: Bool { ours != "accept" }
}

/// How often disagreements were seen, and where first.
package struct Ledger: Hashable, Sendable {
    /// What is counted of one bucket.
    package struct Entry: Hashable, Sendable {
        /// In cases.
        package var count = 0
        /// The smallest numbers of cases, in order.
        package var first: [UInt64] = []

        /// Seen nowhere yet.
        package init() {}
    }

    /// How many numbers of cases are kept.
    private static let kept = 5

    /// How many cases were judged, those included on which everybody agrees.
    package var cases = 0
    /// The largest number of a case that is known to be counted.
    private(set) var largest: UInt64 = 0
    /// By bucket.
    package private(set) var entries: [Disagreement: Entry] = [:]

    /// Nothing counted yet.
    package init() {}

    /// How many disagreements there are.
    package var disagreements: Int { Self.sum(entries.values.map(\.count)) }

    /// How many buckets are findings.
    package var unexplained: Int { entries.keys.count { $0.explanation == nil } }

    /// Counts a case.
    package mutating func add(_ bucket: Disagreement, of index: UInt64) {
        var entry = Entry()
        entry.count = 1
        entry.first = [index]
        add(entry, to: bucket)
    }

    /// Counts what another ledger has counted of other cases.
    package mutating func add(_ other: Ledger) {
        cases = Self.sum([cases, other.cases])
        for (bucket, entry) in other.entries { add(entry, to: bucket) }
    }

    /// Counts what was counted elsewhere of one bucket.
    package mutating func add(_ entry: Entry, to bucket: Disagreement) {
        var whole = entries[bucket] ?? Entry()
        whole.count = Self.sum([whole.count, entry.count])
        largest = max(largest, entry.first.max() ?? 0)
        whole.first = Array((whole.first + entry.first).sorted().prefix(Self.kept))
        entries[bucket] = whole
    }

    /// The same counts, with each bucket explained as `ledger` explains it, where that has it.
    package func explained(as ledger: Ledger) -> Ledger {
        let known = Dictionary(
            ledger.entries.keys.map { ($0.unexplained, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var explained = Ledger()
        explained.cases = cases
        for (bucket, entry) in entries {
            explained.add(entry, to: known[bucket.unexplained] ?? bucket)
        }
        return explained
    }

    /// Counts added up, at most `Int.max`: a file may say any number.
    package static func sum(_ counts: [Int]) -> Int {
        counts.reduce(0) { sum, count in
            let (total, overflow) = sum.addingReportingOverflow(count)
            return overflow ? .max : total
        }
    }
}
