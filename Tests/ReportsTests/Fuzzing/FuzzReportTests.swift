import TestSupport
import Testing

@testable import Reports

@Suite("Reports of fuzzing")
struct FuzzReportTests {
    private static let ends: [FuzzEnd] = [
        .time, .interrupted, .committedInput, .newFindings(3), .tooManyCrashes,
        .diskLimit(megabytes: 512), .diskFull(of: "Fuzz/corpus/DecodePEM"), .byItself, .failed,
    ]

    private static let news: [FuzzNews] =
        [
            .takenUp(inputs: 7), .plateau(.seconds(1_800)), .found(folder: "findings/DecodePEM-a"),
            .waiting(inputs: 104), .corpusKept, .corpusMerged(before: 900, after: 248),
        ] + ends.map(FuzzNews.ended)

    private static let statistics = FuzzStatistics(
        executions: 1_234_567,
        elapsed: .seconds(100),
        newUnits: 12,
        peakMemory: 345
    )

    private static let kinds: [JobKind: KindStatistics] = [
        .sanitized: KindStatistics(executions: 34_567, elapsed: .seconds(10), findings: 1),
        .fast: KindStatistics(executions: 1_200_000, elapsed: .seconds(90), findings: 2),
    ]

    private static var results: [FuzzResult] {
        let crashes = [
            FuzzResult.Crash(folder: "findings/DecodePEM-b", count: 2, isNew: false),
            FuzzResult.Crash(folder: "findings/DecodePEM-a", count: 1, isNew: true),
        ]
        return [("DecodePEM", crashes, 4), ("DecodeCRL", [], 0)].map { target, crashes, dropped in
            FuzzResult(
                target: target,
                end: .time,
                statistics: statistics,
                kinds: target == "DecodePEM" ? kinds : [:],
                coverage: 5_240,
                crashes: crashes,
                dropped: dropped
            )
        }
    }

    @Test func `text for people equals the snapshot`() {
        let status = FuzzStatus(
            target: "DecodePEM",
            statistics: Self.statistics,
            corpus: 1_248,
            coverage: 524,
            findings: 1,
            sinceGrowth: .seconds(2),
            left: .seconds(28_740)
        )
        let fault = FaultRecord(
            target: "DecodePEM",
            kind: "arithmetic overflow",
            frames: ["PEM.decode", "PEM.blocks"],
            size: 9,
            originalSize: 4_096
        )
        let promotions: [PromotionRecord] = [
            .input(
                file: "Fuzz/Regressions/DecodePEM/a",
                target: "DecodePEM",
                isTested: true,
                list: "Fuzz/Regressions/README.md"
            ),
            .input(
                file: "Fuzz/Regressions/CompareDecoders/a",
                target: "CompareDecoders",
                isTested: false,
                list: "Fuzz/Regressions/README.md"
            ),
            .scenario(file: "Scenarios/findings/a.yaml"),
        ]
        let parts = [
            Self.news.map { $0.text(of: "DecodePEM") }, [status.text],
            [FuzzSummary(Self.results, total: Self.statistics).text],
            [fault.text("==1== ERROR: libFuzzer", in: "findings/DecodePEM-a")],
            promotions.flatMap(\.lines),
        ]
        expectSnapshot(
            parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n"),
            named: "fuzz.txt"
        )
    }
}
