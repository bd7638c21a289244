/// How the program of a fuzzing job is built.
package enum JobKind: String, CaseIterable, Hashable, Sendable {
    /// With a sanitizer, and with comparisons traced.
    case sanitized
    /// Without either, several times as fast.
    case fast
}

/// The work of all jobs of one kind.
package struct KindStatistics: Hashable, Sendable {
    /// Inputs tried.
    package var executions = 0
    /// How long jobs of this kind ran, by the wall clock.
    package var elapsed: Duration = .zero
    /// Findings that they have seen, each once.
    package var findings = 0

    /// Each parameter is the property of its name.
    package init(executions: Int = 0, elapsed: Duration = .zero, findings: Int = 0) {
        (self.executions, self.elapsed, self.findings) = (executions, elapsed, findings)
    }

    /// Executions in a second, by all jobs of this kind together.
    package var rate: Int { FuzzStatistics.rate(executions, in: elapsed) }

    /// A line below that of its target.
    func text(of kind: JobKind) -> String {
        [
            "  \(kind.rawValue) jobs", "\(FuzzStatus.grouped(executions)) executions",
            "\(FuzzStatus.grouped(rate))/s",
            "findings \(findings)",
        ].joined(separator: "  ") + "\n"
    }
}
