import Testing

@testable import FuzzDriver

struct JobLedgerTests {
    @Test func `sums end at the largest number`() {
        var ledger = JobLedger()
        for job in 1...2 {
            ledger.take(log: "stat::number_of_executed_units: \(Int.max)", of: job)
        }
        #expect(ledger.executions == .max)
    }
}
