import Basics
import Reports

/// The time that each pair took in an earlier run.
package struct PairDurations: Sendable {
    /// In microseconds: of pairs, of parties on average, and of all on average.
    private let pairs, parties: [String: Int]
    private let average: Int

    /// The durations of these judgements.
    package init(_ judgements: [JudgementRecord]) {
        pairs = Self.averages(judgements) { "\($0.scenario)@\($0.party)" }
        parties = Self.averages(judgements, by: \.party)
        average = Self.averages(judgements) { _ in "" }[""] ?? 1
    }

    /// The expected time of a pair, in microseconds: what it took, else what its party took on average.
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
