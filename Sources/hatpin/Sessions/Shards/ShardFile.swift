import Basics
import X509

/// A file that a shard leaves, as far as shards prove together that all are there.
package protocol ShardFile {
    /// The path, for messages.
    var file: String { get }
    /// The number of the shard, from 1, and the number of shards.
    var number: Int { get }
    var count: Int { get }
    /// The origin of relative times, and the wall clock at the start.
    var now: Instant { get }
    var started: Instant { get }
    /// All that shards of one whole have alike, each with its word: the first that differs is told.
    var identity: [(word: String, value: String)] { get }
}

extension ShardFile {
    /// Whether the instant was not stated.
    fileprivate var isByClock: Bool { now == started }

    /// - Throws: environment, where `other` is a shard of something else.
    fileprivate func requireSameIdentity(as other: Self) throws(Failure) {
        let pairs = zip(identity, other.identity)
        guard let (mine, others) = pairs.first(where: { $0.value != $1.value }) else { return }
        throw Failure(
            .environment,
            "\(file) and \(other.file) are shards of different runs; the \(mine.word) is "
                + "\(Shown.escaped(mine.value)) in the one, \(Shown.escaped(others.value)) in the other",
            help: "run all shards of one checkout with the same arguments but --shard"
        )
    }
}

extension Array where Element: ShardFile {
    /// Proves that these are the shards of one whole, each once, and judge at one instant.
    ///
    /// - Throws: environment, with the names of the files.
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
                help: "name each shard's file once, and those of one run only"
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
                help: "a job that never ran leaves no file: run the missing shards"
            )
        }
    }

    /// The seconds between the starts of shards that judge by the clock, at most: a shard of yesterday
    /// is one that was left over.
    private static var longest: Int64 { 86_400 }

    /// Shards judge at one instant: the stated one, or each by the clock on one day.
    private func requireOneTime() throws(Failure) {
        let sorted = sorted { $0.now < $1.now }
        guard let first = sorted.first, let last = sorted.last, first.now != last.now
        else { return }
        let times = [first, last].map { "\($0.file) at \($0.now)" }.joined(separator: ", ")
        guard allSatisfy(\.isByClock) else {
            throw Failure(
                .environment,
                "the shards judge at different instants: \(times)",
                help: "give every shard the same --now"
            )
        }
        guard last.now.seconds - first.now.seconds <= Self.longest else {
            throw Failure(
                .environment,
                "the shards began more than a day apart: \(times)",
                help: "one is of an earlier run; run it again, or give every shard the same --now"
            )
        }
    }
}
