import Basics
import Reports

/// The work on one target so far, over all its jobs.
struct FuzzWork {
    var statistics = FuzzStatistics()
    /// That of each kind of jobs; one that has not run is not there.
    var kinds: [JobKind: KindStatistics] = [:]
    /// The most places of the program that one process has reached.
    private(set) var coverage = 0

    /// This work, and that of jobs which have run for so long.
    func adding(_ ledger: JobLedger, _ elapsed: Duration) -> FuzzWork {
        var sum = self
        sum.statistics.executions = statistics.executions.addingSaturated(ledger.executions)
        sum.statistics.elapsed += elapsed
        sum.statistics.peakMemory = max(statistics.peakMemory, ledger.peakMemory)
        sum.coverage = max(coverage, ledger.coverage)
        for kind in JobKind.allCases {
            let executions = ledger.executions(of: kind)
            guard executions > 0 else { continue }
            var work = kinds[kind] ?? KindStatistics()
            work.executions = work.executions.addingSaturated(executions)
            work.elapsed += elapsed
            sum.kinds[kind] = work
        }
        return sum
    }
}
