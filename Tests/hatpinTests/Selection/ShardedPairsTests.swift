import Reports
import Runner
import Testing

@testable import hatpin

@Suite("Pairs divided among shards")
struct ShardedPairsTests {
    private static let ids = (0..<500).map { "folder/scenario-\($0)@reference" }

    private static func parts(_ pairs: ShardedPairs, _ count: UInt64) -> [[Int]] {
        (1...count).map { pairs.places(of: Shard(number: $0, count: count)) }
    }

    @Test(arguments: [1, 2, 3, 8, 64, 1_000] as [UInt64])
    func `each pair is in exactly one shard, by a hash or by durations`(count: UInt64) {
        for pairs in [
            ShardedPairs(Self.ids, into: count),
            ShardedPairs(Self.ids, into: count, balancedBy: PairDurations([])),
        ] {
            let parts = Self.parts(pairs, count)
            #expect(parts.flatMap(\.self).sorted() == Array(Self.ids.indices))
            #expect(parts.allSatisfy { $0 == $0.sorted() })
        }
    }

    @Test func `the shard of a pair is the same in every version`() {
        let ids = [
            "names/exact@reference", "time/expired-leaf[a=b]@client/curl", "x@-- curl {url}",
        ]
        let shards = (1...3).map { number in
            ShardedPairs(ids, into: 3).places(of: Shard(number: UInt64(number), count: 3))
        }
        // The expected shards were computed by another program.
        #expect(shards == [[0], [], [1, 2]])
    }

    @Test func `the shard of a pair does not depend on other pairs`() {
        let few = Self.ids.filter { $0.hasSuffix("7@reference") }
        let all = Self.parts(ShardedPairs(Self.ids, into: 8), 8).map { part in
            Set(part.map { Self.ids[$0] })
        }
        for (number, part) in Self.parts(ShardedPairs(few, into: 8), 8).enumerated() {
            #expect(part.allSatisfy { all[number].contains(few[$0]) })
        }
    }

    @Test func `shards by a hash have nearly equal sizes`() {
        let sizes = Self.parts(ShardedPairs(Self.ids, into: 4), 4).map(\.count)
        #expect(sizes.allSatisfy { (100...150).contains($0) }, "\(sizes)")
    }

    private static func judgement(_ id: String, elapsed: Int) -> JudgementRecord {
        let parts = id.split(separator: "@").map(String.init)
        return JudgementRecord(
            index: 0,
            id: id,
            scenario: parts[0],
            party: parts[1],
            file: "",
            line: 1,
            about: "",
            expected: ExpectationRecord(reasons: nil),
            outcome: .pass,
            elapsed: elapsed
        )
    }

    @Test func `the longest pairs are in different shards, in any order of the pairs`() {
        let durations = PairDurations([
            Self.judgement("a@p", elapsed: 90), Self.judgement("b@p", elapsed: 60),
            Self.judgement("c@p", elapsed: 40), Self.judgement("d@p", elapsed: 30),
        ])
        for ids in [["a@p", "b@p", "c@p", "d@p"], ["d@p", "b@p", "a@p", "c@p"]] {
            let pairs = ShardedPairs(ids, into: 2, balancedBy: durations)
            let parts = Self.parts(pairs, 2).map { Set($0.map { ids[$0] }) }
            #expect(parts == [["a@p", "d@p"], ["b@p", "c@p"]])
        }
    }

    @Test(arguments: [
        ("a@p", 50), ("new@p", 75), ("new@other", 20), ("new@unknown", 53), ("no party", 53),
    ])
    func `a pair without a duration takes the average of its party, or of all pairs`(
        id: String,
        time: Int
    ) {
        let durations = PairDurations([
            // Repetitions of one pair.
            Self.judgement("a@p", elapsed: 40), Self.judgement("a@p", elapsed: 60),
            Self.judgement("b@p", elapsed: 125),
            Self.judgement("c@other", elapsed: 40), Self.judgement("d@other", elapsed: -1),
        ])
        #expect(durations.time(of: id) == time)
    }

    @Test(arguments: ["0/3", "4/3", "1/0", "1", "1/2/3", "a/b", "-1/3", "1/", "/3", ""])
    func `refuses an invalid shard`(word: String) {
        #expect(Shard(argument: word) == nil)
    }

    @Test func `parses the text of a shard and writes the same text`() {
        #expect(Shard(argument: "3/8") == Shard(number: 3, count: 8))
        #expect("\(Shard(number: 3, count: 8))" == "3/8")
    }
}
