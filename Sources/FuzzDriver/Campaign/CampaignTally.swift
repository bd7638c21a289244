import Campaigns
import JSON
import KnownDifferences
import Reports
import Surroundings

/// A ledger in a file: a line of JSON for each bucket and one for the cases; lines of the same
/// bucket add up, so that tallies of shards can be written one behind another.
final class CampaignTally: Sendable {
    /// The counts in the file before this run.
    let before: Ledger

    private let path: String
    private let seed: UInt64
    private let old: [UInt8]
    /// For as long as the run takes: two that add to one file would each lose the other's counts.
    private let lock: FileLock

    /// Opens a tally; one that is not there is empty.
    ///
    /// - Throws: for a line that is none of a tally, or of another seed, and where another run
    ///   writes the file.
    init(_ path: String, seed: UInt64) throws(Failure) {
        (self.path, self.seed) = (path, seed)
        let held =
            "another run adds to '\(Shown.escaped(path))'; give each shard a tally of its own"
        lock = try FileLock("\(path).lock", held: held)
        var bytes = Environment.exists(path) ? try Files.read(path) : []
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        old = bytes
        before = try Self.ledger(bytes, from: path, seed: seed)
    }

    /// Writes what the file had and what this run has counted, whole or not at all.
    ///
    /// - Parameters:
    ///   - counted: all that this run has counted.
    ///   - next: the first case that is not counted.
    /// - Throws: environment, where it cannot be written.
    func write(_ counted: Ledger, next: UInt64) throws(Failure) {
        let new = "\(path).new"
        try Files.write(old + Self.lines(of: counted, seed: seed, next: next), to: new)
        try Disk.move(new, to: path)
    }

    /// The counts in the lines of a tally.
    ///
    /// - Throws: for a line that is none of a tally, or of another seed.
    static func ledger(
        _ bytes: [UInt8],
        from path: String,
        seed: UInt64
    ) throws(Failure) -> Ledger {
        var ledger = Ledger()
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
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

    /// The lines of a ledger, in an order that its counting does not change.
    static func lines(of ledger: Ledger, seed: UInt64, next: UInt64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("campaign", seed)
            writer.member("cases", ledger.cases)
            writer.member("next", next)
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
        if let cases = value["cases"] {
            guard let number = cases.integer(Int.self), number >= 0 else { return false }
            ledger.cases = Ledger.sum([ledger.cases, number])
            return true
        }
        guard let judge = value["judge"]?.string, let ours = value["ours"]?.string,
            let theirs = value["theirs"]?.string, let defects = value["defects"]?.strings,
            let count = value["count"]?.integer(Int.self), count >= 0,
            let first = value["first"]?.strings
        else { return false }
        // A name that no list has today explains nothing.
        let explanation = value["explanation"]?.string.flatMap { name in
            KnownChainDifference.list(of: judge).first { $0.name == name }?.name
        }
        var entry = Ledger.Entry()
        entry.count = count
        entry.first = first.compactMap { UInt64($0) }
        guard entry.first.count == first.count else { return false }
        ledger.add(
            entry,
            to: Disagreement(
                judge: judge,
                ours: ours,
                theirs: theirs,
                defects: defects,
                explanation: explanation
            )
        )
        return true
    }
}
