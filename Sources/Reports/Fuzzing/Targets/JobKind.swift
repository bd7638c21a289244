/// How the program of a fuzzing job is built.
package enum JobKind: String, CaseIterable, Hashable, Sendable {
    /// The program has a sanitizer and traced comparisons.
    case sanitized
    /// The program has neither a sanitizer nor traced comparisons, and is several times as fast.
    case fast
}

/// The work of all jobs of one kind.
package struct KindStatistics: Hashable, Sendable {
    /// The number of inputs tried.
    package var executions = 0
    /// The wall-clock time for which jobs of this kind ran.
    package var elapsed: Duration = .zero
    /// The number of distinct findings of these jobs.
    package var findings = 0

    /// Each parameter sets the property of its name.
    package init(executions: Int = 0, elapsed: Duration = .zero, findings: Int = 0) {
        (self.executions, self.elapsed, self.findings) = (executions, elapsed, findings)
    }

    /// The executions per second of all jobs of this kind together.
    package var rate: Int { FuzzStatistics.rate(executions, in: elapsed) }

    /// Returns the line on this kind of job, which follows the line of its target.
    func text(of kind: JobKind) -> String {
        [
            "  \(kind.rawValue) jobs", "\(FuzzStatus.grouped(executions)) executions",
            "\(FuzzStatus.grouped(rate))/s",
            "findings \(findings)",
        ].joined(separator: "  ") + "\n"
    }
}
