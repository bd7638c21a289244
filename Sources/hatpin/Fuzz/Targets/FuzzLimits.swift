/// The limits that end the fuzzing of a target.
struct FuzzLimits: Sendable {
    /// Findings that did not stand there before: a target that breaks at every turn finds little
    /// else.
    let newFindings: Int
    /// The disk space of corpus and jobs, in bytes.
    let disk: Int
    /// No new coverage for so long is a plateau, which is said and ends nothing.
    let plateau: Duration

    /// How long jobs run until the corpus is merged, and they start again from the smaller one.
    static let round = Duration.seconds(600)
    /// How long inputs may be in memory alone.
    static let checkpoint = Duration.seconds(60)
    /// Inputs that may wait to be told apart, which takes some tenths of a second for each.
    static let waiting = 256
    /// How long they are told apart when a round is over.
    static let telling = Duration.seconds(60)
    /// The same where the user has asked for the end.
    static let lastTelling = Duration.seconds(10)
    /// Where less is free on the disk, in bytes, files would be cut off.
    static let leastFree = 32 << 20

    /// Whether a corpus of so many bytes may be merged where so many are free: the merged one is
    /// written beside it.
    static func hasRoom(toMerge corpus: Int, free: Int) -> Bool { free >= corpus + leastFree }
}
