import Testing

@testable import hatpin

struct ShardTests {
    @Test func `assigns each case to one shard`() {
        let range = CaseRange(lowerBound: 5, upperBound: 104)
        for count in [1, 2, 7, 100, 1_000] as [UInt64] {
            let parts = (1...count).map { Shard(number: $0, count: count) }
            #expect(parts.map { $0.count(in: range) }.reduce(0, +) == 100)
            #expect(parts.allSatisfy { part in part.first(from: 5).map { $0 >= 5 } ?? false })
        }
        #expect(Shard(number: 1, count: 2).first(from: .max - 1) == .max)
        #expect(Shard(number: 2, count: 3).first(from: .max) == nil)
    }
}
