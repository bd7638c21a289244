import Campaigns
import FuzzReports
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
        try Files.write(old + TallyLines.text(of: counted, seed: seed, next: next), to: new)
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
            guard TallyLines.add(line, to: &ledger, seed: seed) else {
                throw Failure(
                    .invalidScenario,
                    "\(Shown.escaped(path)):\(number + 1): no line of a tally of --campaign \(seed)",
                    help: "name another file, or remove this one"
                )
            }
        }
        return ledger
    }
}
