import Basics
import Campaigns

/// Writes and reads the lines of a tally: a line of JSON for each bucket, and a line for the cases.
package enum TallyLines {
    /// Returns the lines of a ledger, in an order that does not depend on the order of the cases.
    ///
    /// - Parameters:
    ///   - ledger: how often each bucket occurred.
    ///   - seed: the seed of the campaign.
    ///   - next: the number of the first case that the ledger does not include.
    ///   - kind: the kind of the cases.
    /// - Returns: whole lines.
    package static func text(
        of ledger: Ledger,
        seed: UInt64,
        next: UInt64,
        kind: CampaignKind = .chains
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("campaign", seed)
            if let target = kind.target { writer.member("target", target) }
            writer.member("cases", ledger.cases)
            writer.member("next", next)
        }
        writer.newLine()
        for (bucket, entry) in CampaignReport.ordered(ledger) {
            writer.object { writer in
                writer.member("campaign", seed)
                if let target = kind.target { writer.member("target", target) }
                writer.member("oracle", bucket.oracle)
                writer.member("ours", bucket.ours)
                writer.member("theirs", bucket.theirs)
                writer.member("defects", bucket.defects)
                writer.member("explanation", bucket.explanation)
                writer.member("count", entry.count)
                writer.member("first", entry.first.map(String.init))
            }
            writer.newLine()
        }
        return writer.bytes
    }

    /// Adds the numbers in a line to a ledger.
    ///
    /// - Returns: whether the line belongs to a tally of this campaign.
    package static func add(
        _ line: some Collection<UInt8>,
        to ledger: inout Ledger,
        seed: UInt64,
        kind: CampaignKind = .chains
    ) -> Bool {
        guard let value = try? JSONValue(line), value["campaign"]?.integer(UInt64.self) == seed,
            value["target"]?.string == kind.target
        else { return false }
        if let cases = value["cases"] {
            guard let number = cases.integer(Int.self), number >= 0 else { return false }
            ledger.cases = Ledger.sum([ledger.cases, number])
            return true
        }
        guard let oracle = value["oracle"]?.string, let ours = value["ours"]?.string,
            let theirs = value["theirs"]?.string, let defects = value["defects"]?.strings,
            let count = value["count"]?.integer(Int.self), count >= 0,
            let first = value["first"]?.strings
        else { return false }
        // A tally may name a known difference that has since been deleted; such a name explains
        // nothing.
        let explanation = value["explanation"]?.string.flatMap { name in
            kind.known(of: oracle).first { $0.name == name }?.name
        }
        var entry = Ledger.Entry()
        entry.count = count
        entry.first = first.compactMap { UInt64($0) }
        guard entry.first.count == first.count else { return false }
        ledger.add(
            entry,
            to: Disagreement(
                oracle: oracle,
                ours: ours,
                theirs: theirs,
                defects: defects,
                explanation: explanation
            )
        )
        return true
    }
}
