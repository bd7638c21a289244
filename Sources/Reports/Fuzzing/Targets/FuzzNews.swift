import Basics

// Reports/Fuzzing writes the messages of fuzzing and campaigns: progress, findings and results for
// people, and tallies of campaigns for programs. Reports/Fuzzing receives values, does no fuzzing
// and makes no verdicts.

/// An event during the fuzzing of a target, reported on its own line.
package enum FuzzNews: Hashable, Sendable {
    /// The number of inputs that were taken over from a killed run.
    case takenUp(inputs: Int)
    /// There was no new coverage for this duration.
    case plateau(Duration)
    /// A new finding.
    case found(folder: String)
    /// The number of inputs that break the target and are not yet sorted into findings.
    case waiting(inputs: Int)
    case corpusKept
    case corpusMerged(before: Int, after: Int)
    case ended(FuzzEnd)

    /// Returns the line about the event, without its newline.
    package func text(of target: String) -> String {
        let words =
            switch self {
            case .takenUp(let inputs):
                "\(Prose.count(inputs, "input")) \(inputs == 1 ? "is" : "are") taken over from a "
                    + "killed run"
            case .plateau(let patience):
                "a plateau: no new coverage for \(FuzzStatus.text(patience))"
            case .found(let folder): "found \(folder)"
            case .waiting(let inputs):
                inputs == 1
                    ? "1 more input breaks the target and is not yet sorted into findings"
                    : "\(inputs) more inputs break the target and are not yet sorted into findings"
            case .corpusKept: "the corpus could not be merged, and is unchanged"
            case .corpusMerged(let before, let after):
                "the corpus of \(before) inputs is merged to \(after)"
            case .ended(let end): "ended: \(end.text)"
            }
        return "\(target): \(words)"
    }
}

/// The reason why the fuzzing of a target has ended.
package enum FuzzEnd: Hashable, Sendable {
    case time
    case interrupted
    /// A committed input breaks the target, so the fuzzing stopped before it searched for more.
    case committedInput
    case newFindings(Int)
    case tooManyCrashes
    case diskLimit(megabytes: Int)
    /// The disk of this folder has too little free space.
    case diskFull(of: String)
    /// libFuzzer ended without a fault, because the user's options for libFuzzer limit the run.
    case byItself
    /// The fuzzing failed for a reason that was already reported and that may not affect other
    /// targets.
    case failed

    /// Whether the target was fuzzed less than requested.
    package var isFailure: Bool {
        switch self {
        case .diskFull, .failed: true
        default: false
        }
    }

    /// The reason in words, as the text after "ended: ".
    package var text: String {
        switch self {
        case .time: "the time limit was reached"
        case .interrupted: "interrupted"
        case .committedInput: "a committed input breaks the target; fix the target first"
        case .newFindings(let count):
            count == 1 ? "1 new finding; fix it first" : "\(count) new findings; fix them first"
        case .tooManyCrashes:
            "inputs break the target faster than they can be sorted; fix the "
                + "target first"
        case .diskLimit(let megabytes): "the folders of the target take more than \(megabytes) MB"
        case .diskFull(let folder): "the disk of \(Shown.escaped(folder)) is nearly full"
        case .byItself: "the requested number of runs was reached"
        case .failed: "fuzzing failed"
        }
    }
}
