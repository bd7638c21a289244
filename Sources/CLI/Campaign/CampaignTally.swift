import Campaigns
import Reports

/// A ledger in a file: a line of JSON for each bucket and one for the cases; lines of the same
/// bucket add up, so that tallies of shards can be written one behind another.
enum CampaignTally {
    /// What a file has counted; nothing where there is none.
    ///
    /// - Throws: for a line that is none of a tally, or of another seed.
    static func read(_ path: String, seed: UInt64) throws(Failure) -> Ledger {
        var ledger = Ledger()
        guard Environment.exists(path) else { return ledger }
        let lines = try Files.read(path).split(separator: UInt8(ascii: "\n"))
        for (number, line) in lines.enumerated() {
            guard add(line, to: &ledger, seed: seed) else {
                throw Failure(
                    .invalidScenario,
                    "\(Shown.escaped(path)):\(number + 1): no line of a tally of --campaign \(seed)",
                    help: "name another file, or remove this one"
                )
            }
        }
        return ledger
    }

    /// Adds what was counted to the file.
    static func append(_ ledger: Ledger, to path: String, seed: UInt64) throws(Failure) {
        var bytes = Environment.exists(path) ? try Files.read(path) : []
        bytes += lines(of: ledger, seed: seed)
        try Files.write(bytes, to: path)
    }

    /// The lines of a ledger, in an order that its counting does not change.
    static func lines(of ledger: Ledger, seed: UInt64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("campaign", seed)
            writer.member("cases", ledger.cases)
        }
        writer.newLine()
        for (bucket, entry) in CampaignReport.ordered(ledger) {
            writer.object { writer in
                writer.member("campaign", seed)
                writer.member("judge", bucket.judge)
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

    private static func add(
        _ line: some Collection<UInt8>,
        to ledger: inout Ledger,
        seed: UInt64
    ) -> Bool {
        guard let value = try? JSONValue(line), value["campaign"]?.integer(UInt64.self) == seed
        else { return false }
        if let cases = value["cases"]?.integer(Int.self) {
            ledger.cases += cases
            return true
        }
        guard let judge = value["judge"]?.string, let ours = value["ours"]?.string,
            let theirs = value["theirs"]?.string, let defects = value["defects"]?.strings,
            let count = value["count"]?.integer(Int.self), let first = value["first"]?.strings
        else { return false }
        let bucket = Disagreement(
            judge: judge,
            ours: ours,
            theirs: theirs,
            defects: defects,
            explanation: value["explanation"]?.string
        )
        var entry = Ledger.Entry()
        entry.count = count
        entry.first = first.compactMap(UInt64.init)
        ledger.add(entry, to: bucket)
        return true
    }
}
