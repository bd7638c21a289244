import Basics
import Testing

struct ChoicesTests {
    @Test func `the choices of a case are the same in every run`() {
        let drawn = decisions(Choices(seed: 7, index: 3))
        #expect(drawn == decisions(Choices(seed: 7, index: 3)))
        #expect(drawn != decisions(Choices(seed: 7, index: 4)))
        #expect(drawn != decisions(Choices(seed: 8, index: 3)))
        #expect(drawn.allSatisfy { $0 < 1_000 })
    }

    @Test
    func `bytes determine the choices; without bytes, choices are the first alternatives`() {
        #expect(decisions(Choices([0, 1, 1, 0]), 4) == [1, 256, 0, 0])
    }

    private func decisions(_ choices: Choices, _ count: Int = 32) -> [Int] {
        var choices = choices
        return (0..<count).map { _ in choices.below(1_000) }
    }
}
