/// How the program of a fuzzing job is built.
package enum JobKind: String, CaseIterable, Hashable, Sendable {
    /// With a sanitizer, and with traced comparisons.
    case sanitized
    /// Without a sanitizer and without traced comparisons, several times as fast.
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

    /// Executions per second of all jobs of this kind together.
    package var rate: Int { FuzzStatistics.rate(executions, in: elapsed) }

    /// The line below the line of its target.
    func text(of kind: JobKind) -> String {
        [
            "  \(kind.rawValue) jobs", "\(FuzzStatus.grouped(executions)) executions",
            "\(FuzzStatus.grouped(rate))/s",
            "findings \(findings)",
        ].joined(separator: "  ") + "\n"
    }
}
