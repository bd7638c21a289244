import Basics
import Campaigns
import Reports

/// A ledger in a file, with a line of JSON for each bucket and a line for the number of cases.
///
/// Lines of the same bucket add up, so tallies of shards can be concatenated.
final class CampaignTally: Sendable {
    /// The counts in the file before this run.
    let before: Ledger

    private let path: String
    private let seed: UInt64
    private let kind: CampaignKind
    private let old: [UInt8]
    /// A lock that is held during the run: if two runs added to one file, each would lose the
    /// other's results.
    private let lock: FileLock

    /// Opens a tally; a missing file is an empty tally.
    ///
    /// - Throws: for an invalid line, for a tally with another seed, and if another run writes the
    ///   file.
    init(_ path: String, seed: UInt64, kind: CampaignKind = .chains) throws(Failure) {
        (self.path, self.seed, self.kind) = (path, seed, kind)
        let held =
            "another run writes '\(Shown.escaped(path))'; give each shard its own tally"
        lock = try FileLock("\(path).lock", held: held)
        var bytes = Files.exists(path) ? try Files.read(path) : []
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        old = bytes
        before = try Self.ledger(bytes, from: path, seed: seed, kind: kind)
    }

    /// Writes the sum of the file's earlier results and the results of this run, atomically.
    ///
    /// - Parameters:
    ///   - counted: all results of this run.
    ///   - next: the first case without a result.
    /// - Throws: an `environment` failure if the file cannot be written.
    func write(_ counted: Ledger, next: UInt64) throws(Failure) {
        let new = "\(path).new"
        let lines = TallyLines.text(of: counted, seed: seed, next: next, kind: kind)
        try Files.write(old + lines, to: new)
        try Files.move(new, to: path)
    }

    /// Reads the results in the lines of a tally.
    ///
    /// - Throws: for an invalid line, and for a tally with another seed.
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
                    "\(Shown.escaped(path)):\(number + 1): not a line of a tally of \(campaign)",
                    help: "use another file, or remove this one"
                )
            }
        }
        return ledger
    }
}
