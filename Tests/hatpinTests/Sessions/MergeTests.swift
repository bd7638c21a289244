import Basics
import Reports
import Runner
import Testing
import X509

@testable import hatpin

/// Run files of shards, written without a run.
enum MergeFixture {
    static let start = Instant(seconds: 1_795_254_120)

    static func judgement(_ index: Int, elapsed: Int = 10) -> JudgementRecord {
        JudgementRecord(
            index: index,
            id: "a/s\(index)@reference",
            scenario: "a/s\(index)",
            party: "reference",
            file: "Scenarios/a/s\(index).yaml",
            line: 1,
            about: "A test.",
            expected: ExpectationRecord(reasons: nil),
            outcome: .pass,
            elapsed: elapsed
        )
    }

    /// Returns a shard of a plan with six cases.
    static func shard(
        _ number: Int,
        of count: Int = 3,
        places: [Int],
        path: String? = nil,
        change: (inout PlanRecord) -> Void = { _ in },
        judged: [Int]? = nil,
        plan digest: String = "whole"
    ) -> EarlierRun {
        var plan = PlanRecord(
            tool: "hatpin 1.2.3",
            started: start,
            seed: 1,
            now: start + -3_600,
            root: "Scenarios",
            parties: ["reference"],
            scenarios: places.count,
            cases: places.count,
            pairs: places.count,
            hash: "part",
            isChainOnly: false,
            ids: places.map { "a/s\($0)@reference" }
        )
        plan.shard = RunShard(
            number: number,
            count: count,
            plan: digest,
            scenarios: 6,
            cases: 6,
            pairs: 6,
            places: places
        )
        change(&plan)
        return EarlierRun(
            path: path ?? "\(number).ndjson",
            history: RunHistory(plan, (judged ?? places).map { judgement($0) }),
            plan: plan
        )
    }

    static let all = [
        shard(1, places: [0, 4]), shard(2, places: [1, 2, 5]), shard(3, places: [3]),
    ]
}

@Suite("Shards that are merged")
struct MergeTests {
    @Test(arguments: [[0, 1, 2], [2, 0, 1]])
    func `all shards of a plan form the whole run, in any order of files`(order: [Int]) throws {
        let merged = try MergedRun(order.map { MergeFixture.all[$0] })
        #expect(merged.judgements == (0..<6).map { MergeFixture.judgement($0) })
        #expect(merged.plan.ids == (0..<6).map { "a/s\($0)@reference" })
        #expect(merged.plan.hash == "whole")
        #expect(merged.plan.pairs == 6)
        #expect(merged.plan.shard == nil)
    }

    @Test func `a shard without cases also counts as a shard`() throws {
        let runs = [
            MergeFixture.shard(1, of: 2, places: Array(0..<6)),
            MergeFixture.shard(2, of: 2, places: []),
        ]
        #expect(try MergedRun(runs).judgements.count == 6)
    }

    @Test func `shards without --now must start within a day`() throws {
        let runs = ([0, 86_400] as [Int64]).enumerated().map { number, seconds in
            let places = number == 0 ? Array(0..<6) : []
            return MergeFixture.shard(number + 1, of: 2, places: places) {
                $0.started = $0.started + seconds
                $0.now = $0.started
            }
        }
        let merged = try MergedRun(runs)
        #expect(merged.plan.started == MergeFixture.start)
        #expect(merged.plan.now == MergeFixture.start)
    }

    struct Bad: CustomTestStringConvertible {
        let testDescription: String
        var runs = MergeFixture.all
        let message: String
    }

    static let bad = [
        Bad(
            testDescription: "a missing shard",
            runs: [MergeFixture.all[0], MergeFixture.all[2]],
            message: "shard 2 of 3 is missing; there are 1.ndjson (1/3), 3.ndjson (3/3)"
        ),
        Bad(
            testDescription: "two missing shards",
            runs: [MergeFixture.all[1]],
            message: "shards 1, 3 of 3 are missing; there is 2.ndjson (2/3)"
        ),
        Bad(
            testDescription: "a repeated shard",
            runs: MergeFixture.all + [MergeFixture.shard(2, places: [1, 2, 5], path: "old")],
            message: "shard 2/3 is in 2.ndjson and in old"
        ),
        Bad(
            testDescription: "a whole run",
            runs: MergeFixture.all + [
                MergeFixture.shard(1, places: [], path: "r") { $0.shard = nil }
            ],
            message: "r is a whole run, not a shard"
        ),
        Bad(
            testDescription: "another plan",
            runs: Array(MergeFixture.all[..<2])
                + [MergeFixture.shard(3, places: [3], plan: "other")],
            message: "1.ndjson and 3.ndjson are shards of different runs; the plan is whole in "
                + "one, other in the other"
        ),
        Bad(
            testDescription: "another version",
            runs: Array(MergeFixture.all[..<2])
                + [MergeFixture.shard(3, places: [3]) { $0.tool = "hatpin 1.2.4" }],
            message: "1.ndjson and 3.ndjson are shards of different runs; the version is "
                + "hatpin 1.2.3 in one, hatpin 1.2.4 in the other"
        ),
        Bad(
            testDescription: "another seed",
            runs: Array(MergeFixture.all[..<2])
                + [MergeFixture.shard(3, places: [3]) { $0.seed = 2 }],
            message:
                "1.ndjson and 3.ndjson are shards of different runs; the seed is 1 in one, "
                + "2 in the other"
        ),
        Bad(
            testDescription: "another number of shards",
            runs: [MergeFixture.all[0], MergeFixture.shard(2, of: 4, places: [1])],
            message:
                "1.ndjson and 2.ndjson are shards of different runs; the number of shards is 3 "
                + "in one, 4 in the other"
        ),
        Bad(
            testDescription: "another given time",
            runs: Array(MergeFixture.all[..<2])
                + [MergeFixture.shard(3, places: [3]) { $0.now = MergeFixture.start + -60 }],
            message: "the shards use different times: 1.ndjson at 2026-11-21T08:42:00Z, "
                + "3.ndjson at 2026-11-21T09:41:00Z"
        ),
        Bad(
            testDescription: "a shard of the day before",
            runs: [
                MergeFixture.shard(1, of: 2, places: Array(0..<6)) { $0.now = $0.started },
                MergeFixture.shard(2, of: 2, places: []) {
                    $0.started = $0.started + 86_401
                    $0.now = $0.started
                },
            ],
            message: "the shards started more than a day apart: 1.ndjson at 2026-11-21T09:42:00Z, "
                + "2.ndjson at 2026-11-22T09:42:01Z"
        ),
        Bad(
            testDescription: "a case without a verdict",
            runs: Array(MergeFixture.all[..<2])
                + [MergeFixture.shard(3, places: [3], judged: [])],
            message: "3.ndjson is incomplete: 1 pair of 1 has no verdict"
        ),
        Bad(
            testDescription: "a case with two verdicts",
            runs: Array(MergeFixture.all[..<2])
                + [MergeFixture.shard(3, places: [3], judged: [3, 3])],
            message: "3.ndjson is damaged: it has verdicts of other pairs, or two verdicts of "
                + "a pair"
        ),
        Bad(
            testDescription: "a case in two shards",
            runs: Array(MergeFixture.all[..<2]) + [MergeFixture.shard(3, places: [3, 5])],
            message: "a/s5@reference is in 2.ndjson and in 3.ndjson"
        ),
        Bad(
            testDescription: "a case in no shard",
            runs: Array(MergeFixture.all[..<2]) + [MergeFixture.shard(3, places: [])],
            message: "1 pair of the plan is in none of 1.ndjson, 2.ndjson, 3.ndjson"
        ),
    ]

    @Test(arguments: bad)
    func `merge refuses files that do not form one whole run`(example: Bad) {
        let failure = #expect(throws: Failure.self) { try MergedRun(example.runs) }
        #expect(failure?.message == example.message)
        #expect(failure?.kind == .environment)
        #expect(failure?.help != nil)
    }
}
