import Reports
import Testing

@testable import hatpin

struct JobLedgerTests {
    private static let sanitized = Job(kind: .sanitized, number: 0)
    private static let fast = [1, 2].map { Job(kind: .fast, number: $0) }

    /// Returns a ledger after these lines of these jobs.
    private static func ledger(_ lines: [(job: Job, line: String)]) -> JobLedger {
        var ledger = JobLedger()
        for (job, line) in lines {
            if let line = FuzzerLine(line) { ledger.take(line, of: job) }
        }
        return ledger
    }

    @Test func `counts executions by kind of job, and adds the executions of later processes`() {
        var ledger = Self.ledger([
            (Self.sanitized, "#100\tNEW cov: 7 ft: 9 corp: 3/9b rss: 40Mb"),
            (Self.fast[0], "#1000\tpulse cov: 5 ft: 9 corp: 4/9b rss: 42Mb"),
            (Self.fast[1], "stat::number_of_executed_units: 2000"),
            (Self.fast[1], "stat::peak_rss_mb: 90"),
        ])
        #expect(ledger.executions == 3_100)
        #expect(ledger.executions(of: .sanitized) == 100)
        ledger.end(Self.fast[0])
        ledger.take(.statistic(name: "number_of_executed_units", value: 50), of: Self.fast[0])
        #expect(ledger.executions(of: .fast) == 3_050)
        #expect(ledger.coverage == 7 && ledger.corpus == 4 && ledger.peakMemory == 90)
    }

    @Test func `limits sums to the largest integer`() {
        let ledger = Self.ledger(
            Self.fast.map { ($0, "stat::number_of_executed_units: \(Int.max)") }
        )
        #expect(ledger.executions == .max)
    }

    @Test func `adds up the stages of a target by kind`() {
        let lines = [(Self.fast[0], "stat::number_of_executed_units: 900")]
        var work = FuzzWork().adding(Self.ledger(lines), .seconds(9))
        let slow = [(Self.sanitized, "stat::number_of_executed_units: 10")]
        work = work.adding(Self.ledger(slow), .seconds(1))
        #expect(work.statistics.executions == 910 && work.statistics.elapsed == .seconds(10))
        #expect(work.kinds[.fast] == KindStatistics(executions: 900, elapsed: .seconds(9)))
        #expect(work.kinds[.sanitized] == KindStatistics(executions: 10, elapsed: .seconds(1)))
    }
}
