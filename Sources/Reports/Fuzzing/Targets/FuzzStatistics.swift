import Runner

/// The totals over all jobs of a target, under the names that libFuzzer uses without `-fork`.
package struct FuzzStatistics: Hashable, Sendable {
    /// The number of inputs tried.
    package var executions = 0
    /// The wall-clock time.
    package var elapsed: Duration = .zero
    /// The number of inputs that were added to the corpora.
    package var newUnits = 0
    /// The most memory that one process used, in MB.
    package var peakMemory = 0

    /// Each parameter sets the property of its name.
    package init(
        executions: Int = 0,
        elapsed: Duration = .zero,
        newUnits: Int = 0,
        peakMemory: Int = 0
    ) {
        (self.executions, self.elapsed) = (executions, elapsed)
        (self.newUnits, self.peakMemory) = (newUnits, peakMemory)
    }

    /// The executions per second of all jobs together.
    package var rate: Int { Self.rate(executions, in: elapsed) }

    static func rate(_ executions: Int, in elapsed: Duration) -> Int {
        let microseconds = Int(elapsed.microseconds)
        guard microseconds > 0 else { return 0 }
        let rate = Double(executions) / Double(microseconds) * 1_000_000
        return Int(exactly: rate.rounded()) ?? .max
    }

    /// The statistics as lines in libFuzzer's words.
    var text: String {
        """
        stat::number_of_executed_units: \(executions)
        stat::average_exec_per_sec:     \(rate)
        stat::new_units_added:          \(newUnits)
        stat::peak_rss_mb:              \(peakMemory)

        """
    }
}
