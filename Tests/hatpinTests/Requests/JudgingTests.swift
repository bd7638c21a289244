import ArgumentParser
import Reports
import Runner
import Testing
import X509

@testable import hatpin

@Suite("Settings of a resumed run")
struct JudgingTests {
    private static let start = Instant(seconds: 1_795_254_120)

    private static func plan(now: Instant) -> PlanRecord {
        PlanRecord(
            tool: Tool.name,
            started: start,
            seed: 7,
            now: now,
            root: "Scenarios",
            parties: ["reference"],
            scenarios: 1,
            cases: 1,
            pairs: 1,
            hash: "7f3a",
            isChainOnly: false
        )
    }

    @Test(arguments: [(0, true), (-3_600, false)])
    func `a resumed run keeps seed and date, and its programs use the real time`(
        seconds: Int64,
        isOfPrograms: Bool
    ) throws {
        let now = Self.start + seconds
        let judging = try JudgingOptions.parse(["--jobs", "1", "--chain-only"])
            .repeating(Self.plan(now: now))
        let options = judging.options(at: Self.start)
        #expect(options.seed == 7)
        #expect(options.now == now)
        #expect(!options.isChainOnly)
        #expect(judging.isOfPrograms == isOfPrograms)
    }
}
