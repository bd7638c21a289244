/// The limits that end the fuzzing of a target.
struct FuzzLimits: Sendable {
    /// Findings that did not stand there before: a target that breaks at every turn finds little
    /// else.
    let newFindings: Int
    /// The disk space of corpus and jobs, in bytes.
    let disk: Int
    /// No new coverage for so long is a plateau, which is said and ends nothing.
    let plateau: Duration

    /// Inputs that may wait to be told apart, which takes some tenths of a second for each.
    static let waiting = 256
    /// Where less is free on the disk, in bytes, files would be cut off.
    static let leastFree = 32 << 20
}

/// Why the fuzzing of a target has ended.
enum FuzzEnd: Hashable, Sendable {
    case time
    case interrupted
    /// A committed input breaks the property, so there is no sense in looking for others.
    case committedInput
    case newFindings(Int)
    case tooManyCrashes
    case diskLimit(megabytes: Int)
    case diskFull
    /// As the user's options want it.
    case byItself
    /// For a reason that was said already, and that the other targets need not share.
    case failed

    /// Fits behind "ended: ".
    var text: String {
        switch self {
        case .time: "its time is over"
        case .interrupted: "interrupted"
        case .committedInput: "a committed input breaks it; mend it first"
        case .newFindings(let count): "\(count) new findings; mend them first"
        case .tooManyCrashes: "it breaks faster than its inputs can be told apart; mend it first"
        case .diskLimit(let megabytes): "its folders take more than \(megabytes) MB"
        case .diskFull: "the disk is nearly full"
        case .byItself: "as many runs as were asked for"
        case .failed: "it could not be fuzzed to the end"
        }
    }
}
