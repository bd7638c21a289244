import Testing

@testable import Mutate

/// Lines of `MutantRunner each`.
struct ScenarioRoundTests {
    @Test(
        arguments: [
            (
                "mutant 12 time/expired[now]@reference", 12,
                .killed(by: "time/expired[now]@reference")
            ),
            ("mutant 12 crash", 12, .open), ("mutant 12 time", 12, .open),
            ("mutant 12 survived", 12, .open),
            ("mutant 12 unreached", 12, .unreached),
        ] as [(String, Int, ScenarioRound.Answer)]
    )
    func `reads the result of one mutant from a line`(
        _ line: String,
        _ number: Int,
        _ expected: ScenarioRound.Answer
    ) throws {
        let read = try #require(ScenarioRound.answer(in: line[...]))
        #expect(read.number == number)
        #expect(read.answer == expected)
    }

    @Test(arguments: [
        "", "mutant 12", "mutant twelve survived",
        "12   MutantRunner                        0x000055e239deac3f <unavailable> + 5327935",
        "PKIX/Reader.swift:12: Fatal error: Index out of range",
    ])
    func `ignores other lines`(_ line: String) {
        #expect(ScenarioRound.answer(in: line[...]) == nil)
    }
}
