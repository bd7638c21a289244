import Basics

// Reports/Fuzzing words what fuzzing and campaigns say: their progress, their findings and their results,
// for people, and the tallies of campaigns for programs. Its values are what the drivers pass; it
// fuzzes and judges nothing.

/// An event in the fuzzing of a target that stays on the screen.
package enum FuzzNews: Hashable, Sendable {
    /// So many inputs of a run that was killed go on.
    case takenUp(inputs: Int)
    /// No new coverage for so long.
    case plateau(Duration)
    /// A finding that did not stand there before.
    case found(folder: String)
    /// So many inputs that break the target were not told apart yet.
    case waiting(inputs: Int)
    case corpusKept
    case corpusMerged(before: Int, after: Int)
    case ended(FuzzEnd)

    /// The line, without its end.
    package func text(of target: String) -> String {
        let words =
            switch self {
            case .takenUp(let inputs): "\(inputs) inputs of a run that was killed are taken up"
            case .plateau(let patience):
                "a plateau, no new coverage for \(FuzzStatus.text(patience))"
            case .found(let folder): "found \(folder)"
            case .waiting(let inputs):
                "\(inputs) more inputs break it, and wait to be told apart"
            case .corpusKept: "the corpus could not be merged, and stays as it is"
            case .corpusMerged(let before, let after):
                "the corpus of \(before) inputs is merged to \(after)"
            case .ended(let end): "ended: \(end.text)"
            }
        return "\(target): \(words)"
    }
}

/// Why the fuzzing of a target has ended.
package enum FuzzEnd: Hashable, Sendable {
    case time
    case interrupted
    /// A committed input breaks the property, so there is no sense in looking for others.
    case committedInput
    case newFindings(Int)
    case tooManyCrashes
    case diskLimit(megabytes: Int)
    /// Too little is free on the disk of this folder.
    case diskFull(of: String)
    /// As the user's options want it.
    case byItself
    /// For a reason that was said already, and that the other targets need not share.
    case failed

    /// Whether the target was not fuzzed as it was asked for.
    package var isFailure: Bool {
        switch self {
        case .diskFull, .failed: true
        default: false
        }
    }

    /// Fits after "ended: ".
    package var text: String {
        switch self {
        case .time: "its time is over"
        case .interrupted: "interrupted"
        case .committedInput: "a committed input breaks it; fix it first"
        case .newFindings(let count): "\(count) new findings; fix them first"
        case .tooManyCrashes: "it breaks faster than its inputs can be told apart; fix it first"
        case .diskLimit(let megabytes): "its folders take more than \(megabytes) MB"
        case .diskFull(let folder): "the disk of \(Shown.escaped(folder)) is nearly full"
        case .byItself: "as many runs as were asked for"
        case .failed: "it could not be fuzzed to the end"
        }
    }
}
