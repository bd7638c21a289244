import Basics
import Campaigns
import Testing

struct ExcessTests {
    private static let oracle = "openssl 3.0.22"

    /// Returns a ledger in which one known difference of OpenSSL explains this many cases.
    private func ledger(
        _ explanation: KnownChainDifference,
        _ count: Int,
        first: UInt64 = 1
    ) -> Ledger {
        let bucket = Disagreement(
            oracle: Self.oracle,
            ours: "expired",
            theirs: "accept",
            defects: [],
            explanation: explanation.name
        )
        var entry = Ledger.Entry()
        entry.count = count
        entry.first = [first]
        var ledger = Ledger()
        ledger.cases = count
        ledger.add(entry, to: bucket)
        return ledger
    }

    @Test(
        arguments: [
            ("as many as counted", 0, 1, 1, false), ("one more", 1, 1, 1, true),
            ("one more in another campaign", 1, 2, 1, false),
            ("one more after the counted cases", 1, 1, 100_001, false),
        ] as [(String, Int, UInt64, UInt64, Bool)]
    )
    func `reports a known difference that explains more cases than at the last count`(
        name: String,
        more: Int,
        seed: UInt64,
        first: UInt64,
        isFinding: Bool
    ) throws {
        let known = try #require(KnownChainDifference.list(of: Self.oracle).first)
        let counted = try #require(known.cases)
        let ledger = ledger(known, counted + more, first: first)
        #expect(ledger.unexplained == 0)
        #expect(ledger.hasFindings(of: seed) == isFinding)
        let excesses = ledger.excesses(of: seed)
        #expect(excesses.map(\.explanation) == (isFinding ? [known.name] : []))
        #expect(excesses.allSatisfy { $0.cases == counted + 1 && $0.counted == counted })
    }
}
