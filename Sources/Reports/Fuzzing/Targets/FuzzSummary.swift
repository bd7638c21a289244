import Basics

/// The result of fuzzing one target.
package struct FuzzResult: Sendable {
    /// Inputs that make the target fail at the same point in the code: with a crash, a leak, too
    /// much memory or time, or a broken property.
    package struct Crash: Hashable, Sendable {
        /// The folder that keeps one of these inputs and its report.
        package let folder: String
        /// How often the crash occurred in this run.
        package let count: Int
        /// Whether the crash is new.
        package let isNew: Bool

        /// Each parameter sets the property of its name.
        package init(folder: String, count: Int, isNew: Bool) {
            (self.folder, self.count, self.isNew) = (folder, count, isNew)
        }
    }

    package let target: String
    package let end: FuzzEnd
    package let statistics: FuzzStatistics
    /// The work of each kind of job that ran.
    package let kinds: [JobKind: KindStatistics]
    /// The number of edges of the program that were reached.
    package let coverage: Int
    package let crashes: [Crash]
    /// The number of inputs that broke the target and were removed without being sorted into
    /// findings.
    package let dropped: Int

    /// Each parameter sets the property of its name.
    package init(
        target: String,
        end: FuzzEnd,
        statistics: FuzzStatistics,
        kinds: [JobKind: KindStatistics] = [:],
        coverage: Int,
        crashes: [Crash],
        dropped: Int
    ) {
        (self.target, self.end, self.statistics) = (target, end, statistics)
        (self.kinds, self.coverage) = (kinds, coverage)
        (self.crashes, self.dropped) = (crashes, dropped)
    }
}

/// The summary on standard output after the fuzzing of all targets.
package struct FuzzSummary {
    private let results: [FuzzResult]
    private let total: FuzzStatistics

    /// - Parameters:
    ///   - results: the results of each target.
    ///   - total: the statistics of all targets together.
    package init(_ results: [FuzzResult], total: FuzzStatistics) {
        (self.results, self.total) = (results, total)
    }

    /// The lines of the summary.
    ///
    /// Each target has a line, a line for each kind of its jobs (if it has several kinds), and a
    /// line for each finding. libFuzzer's statistics come last.
    package var text: String {
        results.map { line($0) + kinds($0) + found($0) }.joined() + total.text
    }

    private func line(_ result: FuzzResult) -> String {
        let statistics = result.statistics
        return [
            result.target, "\(FuzzStatus.grouped(statistics.executions)) executions",
            "\(FuzzStatus.grouped(statistics.rate))/s",
            "coverage \(FuzzStatus.grouped(result.coverage))",
            "findings \(result.crashes.count)", "ended: \(result.end.text)",
        ].joined(separator: "  ") + "\n"
    }

    private func kinds(_ result: FuzzResult) -> String {
        guard result.kinds.count > 1 else { return "" }
        return JobKind.allCases.map { result.kinds[$0]?.text(of: $0) ?? "" }.joined()
    }

    private func found(_ result: FuzzResult) -> String {
        let lines = result.crashes.sorted { $0.folder < $1.folder }.map { crash in
            let age = crash.isNew ? "new" : "known"
            let times = crash.count == 1 ? "once" : "\(crash.count) times"
            return "  \(crash.folder)  \(age), seen \(times)\n"
        }
        let dropped = result.dropped
        return lines.joined()
            + (dropped > 0
                ? "  \(Prose.count(dropped, "more input")) broke the target and "
                    + "\(dropped == 1 ? "was" : "were") not examined\n" : "")
    }
}
