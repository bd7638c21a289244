import Basics
import Campaigns
import Runner

/// The lines of a campaign on standard error.
package enum CampaignText {
    /// Returns the number of cases in a second.
    package static func rate(of ledger: Ledger, after elapsed: Duration) -> Int {
        Int(Double(ledger.cases) * 1_000 / max(1, elapsed / .milliseconds(1)))
    }

    /// Returns the progress as one line without its newline.
    ///
    /// - Parameters:
    ///   - ledger: the results so far.
    ///   - all: the number of all cases.
    ///   - elapsed: the time since the start.
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

    /// Returns the line that says how many findings are minimized, without its newline.
    package static func minimised(_ count: Int, of findings: Int) -> String {
        "\(count) of \(findings) findings are minimized"
    }

    /// Returns the lines that follow an interruption.
    ///
    /// - Parameter command: the command that continues the campaign.
    /// - Returns: the lines.
    package static func interrupted(goOnWith command: String) -> String {
        "interrupted; continue with\n\(command)\n"
    }
}
