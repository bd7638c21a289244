import Basics

/// A known difference that explains more cases than it did at the last count.
package struct Excess: Hashable, Sendable {
    /// The name of the oracle.
    package let oracle: String
    /// The name of the known difference.
    package let explanation: String
    /// The number of cases that the known difference explains now.
    package let cases: Int
    /// The number of cases that the known difference explained at the last count.
    package let counted: Int
}

extension Ledger {
    /// Returns the known differences that explain more cases than were recorded for them, sorted by
    /// oracle.
    ///
    /// The numbers were recorded in one campaign, and apply to no other campaign.
    ///
    /// - Parameter seed: the seed of the campaign.
    /// - Returns: the excesses; empty for every other campaign.
    package func excesses(of seed: UInt64) -> [Excess] {
        guard isOfCountedCampaign(seed) else { return [] }
        let explained = entries.filter { $0.key.explanation != nil }
        let oracles = Dictionary(grouping: explained, by: \.key.oracle)
        return oracles.sorted { $0.key < $1.key }.flatMap { oracle, buckets in
            KnownChainDifference.list(of: oracle).compactMap { known in
                let mine = buckets.filter { $0.key.explanation == known.name }
                let cases = Self.sum(mine.map(\.value.count))
                guard let counted = known.cases, cases > counted else { return nil }
                return Excess(
                    oracle: oracle,
                    explanation: known.name,
                    cases: cases,
                    counted: counted
                )
            }
        }
    }

    /// Whether the campaign shows a finding, or a known difference in more cases than counted.
    package func hasFindings(of seed: UInt64) -> Bool {
        unexplained > 0 || !excesses(of: seed).isEmpty
    }

    private func isOfCountedCampaign(_ seed: UInt64) -> Bool {
        seed == CountedCases.seed && largest <= CountedCases.range.upperBound
            && cases <= CountedCases.range.count
    }
}
