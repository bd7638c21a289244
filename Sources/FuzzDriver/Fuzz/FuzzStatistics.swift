import Runner
import Surroundings

/// Totals over all jobs, in the words of libFuzzer's own statistics without `-fork`.
struct FuzzStatistics: Hashable, Sendable {
    /// Inputs tried.
    var executions = 0
    /// How long, by the wall clock.
    var elapsed: Duration = .zero
    /// Inputs that the corpora have more than before.
    var newUnits = 0
    /// The most memory that one process was seen to take, in MB.
    var peakMemory = 0

    /// Executions in a second, by all jobs together.
    var rate: Int {
        let microseconds = Int(elapsed.microseconds)
        guard microseconds > 0 else { return 0 }
        let rate = Double(executions) / Double(microseconds) * 1_000_000
        return Int(exactly: rate.rounded()) ?? .max
    }

    /// Adds another target's.
    mutating func add(_ other: FuzzStatistics) {
        executions = executions.addingSaturated(other.executions)
        elapsed += other.elapsed
        newUnits = newUnits.addingSaturated(other.newUnits)
        peakMemory = max(peakMemory, other.peakMemory)
    }

    /// Lines in libFuzzer's words.
    var text: String {
        """
        stat::number_of_executed_units: \(executions)
        stat::average_exec_per_sec:     \(rate)
        stat::new_units_added:          \(newUnits)
        stat::peak_rss_mb:              \(peakMemory)

        """
    }
}
