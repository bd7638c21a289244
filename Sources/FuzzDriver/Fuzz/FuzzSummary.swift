/// The summary on standard output after all targets.
struct FuzzSummary {
    private let results: [(target: String, result: FuzzTurn.Result)]
    private let findings: FindingsFolder

    init(_ results: [(target: String, result: FuzzTurn.Result)], findings: FindingsFolder) {
        (self.results, self.findings) = (results, findings)
    }

    /// A line for each target, one for each finding, then libFuzzer's statistics over all of them.
    var text: String {
        var statistics = FuzzStatistics()
        for (_, result) in results { statistics.add(result.statistics) }
        return results.map { line($0.target, $0.result) + found($0.result) }.joined()
            + statistics.text
    }

    private func line(_ target: String, _ result: FuzzTurn.Result) -> String {
        let statistics = result.statistics
        return [
            target, "\(FuzzStatus.grouped(statistics.executions)) executions",
            "\(FuzzStatus.grouped(statistics.rate))/s",
            "coverage \(FuzzStatus.grouped(result.coverage))",
            "findings \(result.triage.seen.count)", "ended: \(result.end.text)",
        ].joined(separator: "  ") + "\n"
    }

    private func found(_ result: FuzzTurn.Result) -> String {
        let triage = result.triage
        let lines = triage.seen.sorted { $0.key < $1.key }.map { name, count in
            let age = triage.new.contains(name) ? "new" : "known"
            let times = count == 1 ? "once" : "\(count) times"
            return "  \(findings.folder(of: name))  \(age), seen \(times)\n"
        }
        let dropped = triage.dropped
        return lines.joined()
            + (dropped > 0 ? "  \(dropped) more inputs broke it and were not looked at\n" : "")
    }
}
