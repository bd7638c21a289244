/// The limits that end the fuzzing of a target.
struct FuzzLimits: Sendable {
    /// The largest number of new findings: a target that keeps failing finds little else.
    let newFindings: Int
    /// The largest disk space of corpus and jobs, in bytes.
    let disk: Int
    /// The time without new coverage after which a plateau is reported; fuzzing continues.
    let plateau: Duration

    /// The time between merges of the corpus, after which jobs restart from the smaller corpus.
    static let round = Duration.seconds(600)
    /// The longest time for which new inputs are only in memory.
    static let checkpoint = Duration.seconds(60)
    /// The number of inputs that may wait to be sorted into buckets; sorting an input takes some
    /// tenths of a second.
    static let waiting = 256
    /// The time limit for sorting inputs after a round.
    static let telling = Duration.seconds(60)
    /// The time limit for sorting inputs after an interrupt.
    static let lastTelling = Duration.seconds(10)
    /// The free disk space in bytes below which files could be truncated.
    static let leastFree = 32 << 20

    /// Whether there is enough free space to merge a corpus of this size, since the merged corpus
    /// is written before the old corpus is removed.
    static func hasRoom(toMerge corpus: Int, free: Int) -> Bool { free >= corpus + leastFree }
}
