import Crypto
import ScenarioFormat
import TLS
import X509

/// The part of a plan that one of several runs judges.
package struct RunShard: Hashable, Sendable {
    /// The number of parts that a plan has at most; far more than there are machines for one run.
    package static let most = 10_000

    /// The number of the part, from 1, and the number of parts.
    package let number, count: Int
    /// The whole plan: SHA-256 over ids and definitions, hexadecimal.
    ///
    /// Parts of one plan have the same.
    package let plan: String
    /// The numbers of scenarios, cases and judgements of the whole plan.
    package let scenarios, cases, pairs: Int
    /// The places of this part's pairs in the order of the whole plan, from 0, ascending.
    package let places: [Int]

    /// Each parameter is the property of its name.
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

    /// The part of a plan.
    ///
    /// - Parameters:
    ///   - number: the number of the part, from 1.
    ///   - count: the number of parts.
    ///   - places: the places of its pairs among `pairs`, ascending.
    ///   - pairs: those of the whole plan.
    ///   - repetitions: how often each pair is judged.
    /// - Throws: where libcrypto cannot hash.
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
    /// SHA-256 over ids and definitions, hexadecimal: two runs of one digest do the same.
    func digest() throws(WireError) -> String {
        do {
            return try Digest.sha256.hash(flatMap(\.fingerprint)).hex
        } catch {
            throw .openSSL(error)
        }
    }
}
