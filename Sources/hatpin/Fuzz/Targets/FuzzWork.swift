import Basics
import Reports

/// The work on one target so far, over all its jobs.
struct FuzzWork {
    var statistics = FuzzStatistics()
    /// The work of each kind of job; a kind that has not run is missing.
    var kinds: [JobKind: KindStatistics] = [:]
    /// The largest coverage that one process reached.
    private(set) var coverage = 0

    /// Returns this work plus the work of jobs that ran for this time.
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
