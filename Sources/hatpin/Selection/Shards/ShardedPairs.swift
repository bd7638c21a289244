import Basics

/// Divides pairs among shards in the same way on every machine: by a hash of each id, or so that
/// all shards take equally long.
///
/// Each pair is assigned separately. If the pairs of a scenario stayed together, a few controls
/// would be saved. However, the longest of 8 shards of the built-in suite would take a third
/// longer.
package struct ShardedPairs: Sendable {
    /// The shard of each id, from 0.
    private let shards: [UInt64]

    /// Divides by a hash: a pair stays in its shard when other pairs are added or removed.
    ///
    /// - Parameters:
    ///   - ids: `scenario@party` of all pairs.
    ///   - count: the number of shards, at least 1.
    package init(_ ids: [String], into count: UInt64) {
        shards = ids.map { $0.stableHash % max(1, count) }
    }

    /// Divides by duration: each pair, the longest first, goes to the shard with the least work
    /// (Graham, Bounds on multiprocessing timing anomalies, 1969).
    ///
    /// - Parameters:
    ///   - ids: `scenario@party` of all pairs.
    ///   - count: the number of shards, at least 1.
    ///   - durations: the durations of an earlier run.
    package init(_ ids: [String], into count: UInt64, balancedBy durations: PairDurations) {
        let times = ids.map(durations.time)
        // Ties are broken by id, so that the order of selection does not matter.
        let longestFirst = ids.indices.sorted { (times[$1], ids[$0]) < (times[$0], ids[$1]) }
        var loads = [Int](repeating: 0, count: Int(clamping: max(1, count)))
        var shards = [UInt64](repeating: 0, count: ids.count)
        for index in longestFirst {
            let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            loads[least] = loads[least].addingSaturated(max(1, times[index]))
            shards[index] = UInt64(least)
        }
        self.shards = shards
    }

    /// Returns the positions of a shard's pairs, ascending.
    package func places(of shard: Shard) -> [Int] {
        shards.indices.filter { shards[$0] == shard.number - 1 }
    }
}

extension String {
    /// The 64-bit FNV-1a hash, with its bits mixed by the finalizer of SplitMix64.
    ///
    /// Remainders only use the lowest bits. Swift's own hash differs between processes.
    fileprivate var stableHash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
        return hash ^ hash >> 31
    }
}
