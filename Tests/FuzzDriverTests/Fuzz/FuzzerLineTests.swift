import FuzzReports
import Testing

@testable import FuzzDriver

@Suite("Lines of libFuzzer's")
struct FuzzerLineTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let line: String
        let meaning: FuzzerLine?

        var testDescription: String { line }
    }

    static let examples = [
        Example(
            line: "INFO: Loaded 1 modules   (27035 inline 8-bit counters): 27035 [0x55, 0x56), ",
            meaning: .counters(27_035)
        ),
        Example(line: "INFO: Loaded 1 PC tables (27035 PCs): 27035 [0x55,0x56), ", meaning: nil),
        Example(
            line: "INFO: -fork=2: 11 seed inputs, starting to fuzz in /tmp/a b/libFuzzerTemp.dir",
            meaning: .working(folder: "/tmp/a b/libFuzzerTemp.dir")
        ),
        Example(line: "INFO: -fork=2: fuzzing in separate process(s)", meaning: nil),
        Example(
            line: "#53174: cov: 477 ft: 1833 corp: 140 exec/s: 12695 oom/timeout/crash: 0/0/0 "
                + "time: 3s job: 2 dft_time: 0",
            meaning: .job(
                .init(executions: 53_174, coverage: 477, features: 1_833, corpus: 140, job: 2)
            )
        ),
        Example(
            line:
                "#2097152\tpulse  cov: 344 ft: 1200 corp: 120/3Kb lim: 4096 exec/s: 104 rss: 45Mb",
            meaning: .pulse(executions: 2_097_152, memory: 45)
        ),
        Example(
            line: "#38\tNEW    cov: 357 ft: 1062 corp: 17/10988b lim: 1277 exec/s: 0 rss: 42Mb "
                + "L: 3/1277 MS: 1 ChangeBit-",
            meaning: .pulse(executions: 38, memory: 42)
        ),
        Example(
            line: "#17874\tREDUCE cov: 374 ft: 1686 corp: 179/100Kb lim: 1277 exec/s: 17874",
            meaning: nil
        ),
        Example(
            line: "stat::number_of_executed_units: 1164178",
            meaning: .statistic(name: "number_of_executed_units", value: 1_164_178)
        ),
        Example(line: "  NEW_FUNC: 0x559103d6f1f0 in first /<compiler-generated>", meaning: nil),
        Example(line: "#", meaning: nil),
        Example(line: "", meaning: nil),
    ]

    @Test(arguments: examples)
    func reads(_ example: Example) {
        #expect(FuzzerLine(example.line) == example.meaning)
    }

    @Test("jobs that run count by their logs, those that were taken in by libFuzzer's word")
    func ledger() {
        var ledger = JobLedger()
        ledger.take(log: "#100\tNEW rss: 40Mb\n#128\tpulse rss: 42Mb\n#200\tRED", of: 1)
        ledger.take(log: "#50\tNEW rss: 80Mb\n", of: 2)
        #expect(ledger.executions == 178)
        ledger.take(.init(executions: 300, coverage: 7, features: 9, corpus: 3, job: 1))
        #expect(ledger.executions == 350)
        // A log that was read before the job was taken in, and one that has ended.
        ledger.take(log: "#128\tpulse rss: 42Mb\n", of: 1)
        ledger.take(log: "stat::number_of_executed_units: 60\nstat::peak_rss_mb: 90\n", of: 2)
        #expect(ledger.executions == 360)
        #expect(ledger.coverage == 7 && ledger.peakMemory == 90)
    }

    @Test("statistics are summed over targets")
    func statistics() {
        var sum = FuzzStatistics(
            executions: 1_000,
            elapsed: .seconds(2),
            newUnits: 3,
            peakMemory: 50
        )
        sum.add(FuzzStatistics(executions: 500, elapsed: .seconds(1), newUnits: 1, peakMemory: 70))
        let whole = FuzzStatistics(
            executions: 1_500,
            elapsed: .seconds(3),
            newUnits: 4,
            peakMemory: 70
        )
        #expect(sum == whole && sum.rate == 500)
        #expect(FuzzStatistics().rate == 0)
    }

    @Test("a plateau is said once, until coverage grows again")
    func plateau() {
        var plateau = Plateau(patience: .seconds(10), start: .seconds(5))
        let notes = [(7, 6), (7, 15), (7, 16), (7, 40), (8, 41), (8, 50), (8, 51)].map {
            plateau.note(coverage: $0, at: .seconds($1))
        }
        #expect(notes == [false, false, true, false, false, false, true])
    }
}
