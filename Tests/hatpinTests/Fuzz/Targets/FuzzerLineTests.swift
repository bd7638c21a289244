import Reports
import Testing

@testable import hatpin

@Suite("libFuzzer's output lines")
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
            line: "artifact_prefix='/a b/'; Test unit written to /a b/fast-crash-0beec7b5",
            meaning: .artifact(path: "/a b/fast-crash-0beec7b5")
        ),
        Example(
            line:
                "#2097152\tpulse  cov: 344 ft: 1200 corp: 120/3Kb lim: 4096 exec/s: 104 rss: 45Mb",
            meaning: .pulse(.init(executions: 2_097_152, coverage: 344, corpus: 120, memory: 45))
        ),
        Example(
            line: "#38\tNEW    cov: 357 ft: 1062 corp: 17/10988b lim: 1277 exec/s: 0 rss: 42Mb "
                + "L: 3/1277 MS: 1 ChangeBit-",
            meaning: .pulse(.init(executions: 38, coverage: 357, corpus: 17, memory: 42))
        ),
        Example(
            line: "#12\tREAD units: 4 exec/s: 0 rss: 40Mb",
            meaning: .pulse(.init(executions: 12, coverage: 0, corpus: 0, memory: 40))
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
    func `parses a line of libFuzzer's output`(_ example: Example) {
        #expect(FuzzerLine(example.line) == example.meaning)
    }

    @Test func `adds up the statistics of several targets`() {
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

    @Test func `reports a plateau once, until coverage grows again`() {
        var plateau = Plateau(patience: .seconds(10), start: .seconds(5))
        let notes = [(7, 6), (7, 15), (7, 16), (7, 40), (8, 41), (8, 50), (8, 51)].map {
            plateau.note(coverage: $0, at: .seconds($1))
        }
        #expect(notes == [false, false, true, false, false, false, true])
    }
}
