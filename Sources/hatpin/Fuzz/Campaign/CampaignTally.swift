import Basics
import Campaigns
import Reports

/// A ledger in a file: a line of JSON for each bucket and one for the cases; lines of the same
/// bucket add up, so that tallies of shards can be written one after another.
final class CampaignTally: Sendable {
    /// The counts in the file before this run.
    let before: Ledger

    private let path: String
    private let seed: UInt64
    private let kind: CampaignKind
    private let old: [UInt8]
    /// For as long as the run takes: two that add to one file would each lose the other's counts.
    private let lock: FileLock

    /// Opens a tally; one that is not there is empty.
    ///
    /// - Throws: for a line that is none of a tally, or of another seed, and where another run
    ///   writes the file.
    init(_ path: String, seed: UInt64, kind: CampaignKind = .chains) throws(Failure) {
        (self.path, self.seed, self.kind) = (path, seed, kind)
        let held =
            "another run adds to '\(Shown.escaped(path))'; give each shard a tally of its own"
        lock = try FileLock("\(path).lock", held: held)
        var bytes = Environment.exists(path) ? try Files.read(path) : []
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        old = bytes
        before = try Self.ledger(bytes, from: path, seed: seed, kind: kind)
    }

    /// Writes what the file had and what this run has counted, whole or not at all.
    ///
    /// - Parameters:
    ///   - counted: all that this run has counted.
    ///   - next: the first case that is not counted.
    /// - Throws: environment, where it cannot be written.
    func write(_ counted: Ledger, next: UInt64) throws(Failure) {
        let new = "\(path).new"
        let lines = TallyLines.text(of: counted, seed: seed, next: next, kind: kind)
        try Files.write(old + lines, to: new)
        try Disk.move(new, to: path)
    }

    /// The counts in the lines of a tally.
    ///
    /// - Throws: for a line that is none of a tally, or of another seed.
    static func ledger(
        _ bytes: [UInt8],
        from path: String,
        seed: UInt64,
        kind: CampaignKind = .chains
    ) throws(Failure) -> Ledger {
        var ledger = Ledger()
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            let campaign = (kind.command.dropFirst(2) + ["--campaign", "\(seed)"])
                .joined(separator: " ")
            guard TallyLines.add(line, to: &ledger, seed: seed, kind: kind) else {
                throw Failure(
                    .invalidScenario,
                    "\(Shown.escaped(path)):\(number + 1): no line of a tally of \(campaign)",
                    help: "name another file, or remove this one"
                )
            }
        }
        return ledger
    }
}
