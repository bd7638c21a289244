import Crypto
import ScenarioFormat
import TLS
import X509

/// One part of a plan that several runs share.
package struct RunShard: Hashable, Sendable {
    /// The largest number of shards of a plan; a run uses far fewer machines.
    package static let most = 10_000

    /// The number of the shard, from 1, and the number of shards.
    package var number, count: Int
    /// SHA-256 over the ids and definitions of the whole plan, hexadecimal.
    ///
    /// All shards of one plan have the same digest.
    package var plan: String
    /// The numbers of scenarios, cases and judgements of the whole plan.
    package var scenarios, cases, pairs: Int
    /// The positions of this shard's pairs in the whole plan, from 0, ascending.
    package var places: [Int]

    /// Creates a shard; each parameter sets the property of the same name.
    package init(
        number: Int,
        count: Int,
        plan: String,
        scenarios: Int,
        cases: Int,
        pairs: Int,
        places: [Int]
    ) {
        (self.number, self.count, self.plan) = (number, count, plan)
        (self.scenarios, self.cases, self.pairs) = (scenarios, cases, pairs)
        self.places = places
    }

    /// Creates a shard of the plan.
    ///
    /// - Parameters:
    ///   - number: the number of the shard, from 1.
    ///   - count: the number of shards.
    ///   - places: the indices in `pairs` of the shard's own pairs, ascending.
    ///   - pairs: the pairs of the whole plan.
    ///   - repetitions: how often each pair is judged.
    /// - Throws: if libcrypto cannot hash.
    package init(
        number: Int,
        count: Int,
        places: [Int],
        of pairs: [Pair],
        repetitions: Int
    ) throws(WireError) {
        self.init(
            number: number,
            count: count,
            plan: try pairs.digest(),
            scenarios: Set(pairs.map(\.scenario.group)).count,
            cases: Set(pairs.map(\.scenario.id)).count,
            pairs: pairs.count * repetitions,
            places: places
        )
    }
}

extension [Pair] {
    /// Returns the SHA-256 over the ids and definitions of the pairs, hexadecimal.
    ///
    /// Runs with the same digest judge the same pairs.
    func digest() throws(WireError) -> String {
        do {
            return try Digest.sha256.hash(flatMap(\.fingerprint)).hex
        } catch {
            throw .openSSL(error)
        }
    }
}
