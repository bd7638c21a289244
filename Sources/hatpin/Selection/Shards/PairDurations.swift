import Basics
import Reports

/// The duration of each pair in an earlier run.
package struct PairDurations: Sendable {
    /// The durations in microseconds: of each pair, and the average of each party.
    private let pairs, parties: [String: Int]
    private let average: Int

    /// Collects the durations of these judgements.
    package init(_ judgements: [JudgementRecord]) {
        pairs = Self.averages(judgements) { "\($0.scenario)@\($0.party)" }
        parties = Self.averages(judgements, by: \.party)
        average = Self.averages(judgements) { _ in "" }[""] ?? 1
    }

    /// Returns the expected duration of a pair in microseconds: the pair's own, or else the average
    /// of its party, or else the average of all pairs.
    func time(of id: String) -> Int {
        if let known = pairs[id] { return known }
        let party = id.firstIndex(of: "@").map { String(id[id.index(after: $0)...]) }
        return party.flatMap { parties[$0] } ?? average
    }

    private static func averages(
        _ judgements: [JudgementRecord],
        by key: (JudgementRecord) -> String
    ) -> [String: Int] {
        Dictionary(grouping: judgements, by: key).mapValues { group in
            group.reduce(0) { $0.addingSaturated(max(0, $1.elapsed)) } / group.count
        }
    }
}
