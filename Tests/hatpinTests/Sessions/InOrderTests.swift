import Runner
import Testing

@testable import hatpin

@Suite("Judgements in the order of the plan")
struct InOrderTests {
    @Test func `a judgement that arrives early waits for all earlier judgements`() {
        let judgements = (0..<5).map { MergeFixture.judgement($0) }
        var order = InOrder(of: Array(0..<5))
        #expect(order.add(judgements[1]) == [])
        #expect(order.add(judgements[0]) == Array(judgements[0...1]))
        #expect(order.add(judgements[4]) == [])
        #expect(order.add(judgements[3]) == [])
        #expect(order.flush() == Array(judgements[3...4]))
        #expect(order.flush() == [])
    }

    @Test func `does not wait for cases that belong to other shards`() {
        let judgements = [3, 4, 9].map { MergeFixture.judgement($0) }
        var order = InOrder(of: [3, 4, 9])
        #expect(order.add(judgements[1]) == [])
        #expect(order.add(judgements[0]) == Array(judgements[0...1]))
        #expect(order.add(judgements[2]) == [judgements[2]])
    }
}
