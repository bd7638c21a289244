/// Where the fuzzing of a target stands.
struct FuzzStatus {
    let target: String
    let ledger: JobLedger
    let statistics: FuzzStatistics
    /// How many findings there are, each once.
    let findings: Int
    /// How long ago coverage grew last.
    let sinceGrowth: Duration
    let left: Duration

    /// One line, such as `DecodePEM  149,005 executions  18,625/s  corpus 248  coverage 524
    /// findings 0  last new coverage 2 s ago  8 min left`.
    var text: String {
        [
            target, "\(Self.grouped(statistics.executions)) executions",
            "\(Self.grouped(statistics.rate))/s", "corpus \(Self.grouped(ledger.corpus))",
            "coverage \(Self.grouped(ledger.coverage))", "findings \(findings)",
            "last new coverage \(Self.text(sinceGrowth)) ago", "\(Self.text(left)) left",
        ].joined(separator: "  ")
    }

    static func text(_ duration: Duration) -> String {
        TimeSpan(seconds: max(0, Int(duration.components.seconds))).description
    }

    /// A number with a comma at each third digit.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
