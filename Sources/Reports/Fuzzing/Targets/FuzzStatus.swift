import Basics

/// The state of the fuzzing of a target.
package struct FuzzStatus: Sendable {
    private let target: String
    private let statistics: FuzzStatistics
    private let corpus, coverage, findings: Int
    private let sinceGrowth, left: Duration

    /// - Parameters:
    ///   - target: the name of the target.
    ///   - statistics: the work so far.
    ///   - corpus: the number of inputs in the corpus.
    ///   - coverage: the number of edges of the program that were reached.
    ///   - findings: the number of distinct findings.
    ///   - sinceGrowth: the time since coverage last grew.
    ///   - left: the remaining time.
    package init(
        target: String,
        statistics: FuzzStatistics,
        corpus: Int,
        coverage: Int,
        findings: Int,
        sinceGrowth: Duration,
        left: Duration
    ) {
        (self.target, self.statistics) = (target, statistics)
        (self.corpus, self.coverage, self.findings) = (corpus, coverage, findings)
        (self.sinceGrowth, self.left) = (sinceGrowth, left)
    }

    /// One line, such as `DecodePEM  149,005 executions  18,625/s  corpus 248  coverage 524
    /// findings 0  last new coverage 2 s ago  8 min left`.
    package var text: String {
        [
            target, "\(Self.grouped(statistics.executions)) executions",
            "\(Self.grouped(statistics.rate))/s", "corpus \(Self.grouped(corpus))",
            "coverage \(Self.grouped(coverage))", "findings \(findings)",
            "last new coverage \(Self.text(sinceGrowth)) ago", "\(Self.text(left)) left",
        ].joined(separator: "  ")
    }

    static func text(_ duration: Duration) -> String {
        TimeSpan(seconds: max(0, Int(duration.components.seconds))).description
    }

    /// Returns a number with a comma before every third digit.
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
