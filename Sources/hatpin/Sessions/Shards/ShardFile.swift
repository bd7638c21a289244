import Basics
import X509

/// The contents of a shard's file that are compared, to check that all shards are present.
package protocol ShardFile {
    /// The path, for messages.
    var file: String { get }
    /// The number of the shard, from 1, and the number of shards.
    var number: Int { get }
    var count: Int { get }
    /// The start of relative times, and the wall-clock time of the start.
    var now: Instant { get }
    var started: Instant { get }
    /// The values that all shards must share, each with its name for the message about the first
    /// difference.
    var identity: [(word: String, value: String)] { get }
}

extension ShardFile {
    /// Whether the clock, not `--now`, set the time for which certificates are validated.
    fileprivate var isByClock: Bool { now == started }

    /// Requires that `other` belongs to the same run or audit.
    ///
    /// - Throws: an `environment` failure if `other` belongs to another run or audit.
    fileprivate func requireSameIdentity(as other: Self) throws(Failure) {
        let pairs = zip(identity, other.identity)
        guard let (mine, others) = pairs.first(where: { $0.value != $1.value }) else { return }
        throw Failure(
            .environment,
            "\(file) and \(other.file) are shards of different runs; the \(mine.word) is "
                + "\(Shown.escaped(mine.value)) in one, \(Shown.escaped(others.value)) in the other",
            help: "run all shards from one checkout, with equal arguments except --shard"
        )
    }
}

extension Array where Element: ShardFile {
    /// Checks that these are all shards of one run or audit, each once, for the same time.
    ///
    /// - Throws: an `environment` failure with the names of the files.
    package func requireWhole() throws(Failure) {
        guard let first else { return }
        for other in dropFirst() { try first.requireSameIdentity(as: other) }
        try requireEachOnce(of: first.count)
        try requireOneTime()
    }

    private func requireEachOnce(of count: Int) throws(Failure) {
        let numbered = Dictionary(grouping: self, by: \.number)
        if let (number, same) = numbered.sorted(by: { $0.key < $1.key })
            .first(where: { $0.value.count > 1 })
        {
            let files = same.map(\.file).joined(separator: " and in ")
            throw Failure(
                .environment,
                "shard \(number)/\(count) is in \(files)",
                help: "name each shard's file once, and only files of one run"
            )
        }
        let missing = (1...count).filter { numbered[$0] == nil }
        guard missing.isEmpty else {
            let numbers =
                missing.prefix(20).map(String.init).joined(separator: ", ")
                + (missing.count > 20 ? ", …" : "")
            let there = map { "\($0.file) (\($0.number)/\(count))" }
            throw Failure(
                .environment,
                "shard\(missing.count == 1 ? "" : "s") \(numbers) of \(count) "
                    + "\(missing.count == 1 ? "is" : "are") missing; there "
                    + "\(there.count == 1 ? "is" : "are") \(there.joined(separator: ", "))",
                help: "run the missing shards; a job that did not run has no file"
            )
        }
    }

    /// The largest number of seconds between the starts of shards without --now; a shard that
    /// started earlier is a leftover of another run.
    private static var longest: Int64 { 86_400 }

    /// Checks that shards use the same given time, or started within a day.
    private func requireOneTime() throws(Failure) {
        let sorted = sorted { $0.now < $1.now }
        guard let first = sorted.first, let last = sorted.last, first.now != last.now
        else { return }
        let times = [first, last].map { "\($0.file) at \($0.now)" }.joined(separator: ", ")
        guard allSatisfy(\.isByClock) else {
            throw Failure(
                .environment,
                "the shards use different times: \(times)",
                help: "give every shard the same --now"
            )
        }
        guard last.now.seconds - first.now.seconds <= Self.longest else {
            throw Failure(
                .environment,
                "the shards started more than a day apart: \(times)",
                help: "one is of an earlier run; run it again, or give every shard the same --now"
            )
        }
    }
}
