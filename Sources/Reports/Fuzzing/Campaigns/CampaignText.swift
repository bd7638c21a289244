import Basics
import Campaigns
import Runner

/// The lines of a campaign on standard error.
package enum CampaignText {
    /// Cases in a second.
    package static func rate(of ledger: Ledger, after elapsed: Duration) -> Int {
        Int(Double(ledger.cases) * 1_000 / max(1, elapsed / .milliseconds(1)))
    }

    /// The progress, in one line without its end.
    ///
    /// - Parameters:
    ///   - ledger: what is counted.
    ///   - all: how many cases there are.
    ///   - elapsed: since the start.
    /// - Returns: the line.
    package static func status(_ ledger: Ledger, of all: UInt64, after elapsed: Duration) -> String
    {
        let rate = rate(of: ledger, after: elapsed)
        let percent = all > 0 ? Int(Double(ledger.cases) * 100 / Double(all)) : 100
        return "\(ledger.cases)/\(all) cases (\(percent)%)  \(rate)/s  "
            + "\(Prose.count(ledger.disagreements, "disagreement"))  "
            + "\(Prose.count(ledger.entries.count, "bucket"))  "
            + "\(ledger.unexplained) unexplained"
    }

    /// The line, without its end, where more is found than is made smaller.
    package static func minimised(_ count: Int, of findings: Int) -> String {
        "\(count) of \(findings) findings are made smaller"
    }

    /// The lines after an interruption.
    ///
    /// - Parameter command: goes on with the rest.
    /// - Returns: the lines.
    package static func interrupted(goOnWith command: String) -> String {
        "interrupted; go on with\n\(command)\n"
    }
}
