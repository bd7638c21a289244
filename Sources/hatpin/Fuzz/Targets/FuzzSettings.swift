import Basics

/// The targets to fuzz, how long, and what ends the fuzzing of each.
package struct FuzzSettings: Sendable {
    /// Names of targets.
    package let targets: [String]
    /// The time for all of them; targets take turns of equal length.
    package var time = TimeSpan(seconds: 30)
    /// How many processes fuzz at once; nil for as many as there are cores.
    package var jobs: Int?
    /// The folder with a corpus for each target.
    package var corpus = "Fuzz/corpus"
    /// So long without new coverage is said to be a plateau.
    package var plateau = TimeSpan(seconds: 1_800)
    /// So many findings that did not exist before end a target.
    package var maxFindings = 10
    /// The disk space for a target's corpus and jobs, in MB; more ends the target.
    package var maxDisk = 2_048
    /// The path of one input that is run in place of fuzzing the first target; nil to fuzz.
    package var replay: String?
    /// Folders with the programs of targets.
    package var built = ["Fuzz/.build/release", "Fuzz/Peers/.build/release"]
    /// Folders with programs without a sanitizer, which all jobs but one run; empty for jobs of one
    /// kind.
    package var fast: [String] = []
    /// The files for a web page of what was found.
    package var pages: [PageFile] = []
    /// Further options for libFuzzer, each with its hyphen.
    package var libFuzzerOptions: [String] = []

    /// These targets, with the limits that hold unless told otherwise.
    package init(targets: [String]) {
        self.targets = targets
    }

    /// Whether this option of libFuzzer's is set here already, or would turn its run into something
    /// else.
    package static func sets(_ option: String) -> Bool {
        let taken = [
            "fork", "jobs", "workers", "merge", "set_cover_merge", "minimize_crash",
            "cleanse_crash", "artifact_prefix", "exact_artifact_path", "max_total_time",
            "ignore_crashes", "ignore_ooms", "ignore_timeouts", "stop_file", "reload",
            "print_final_stats", "verbosity",
        ]
        let name = option.drop { $0 == "-" }.prefix { $0 != "=" }
        return !option.hasPrefix("-") || taken.contains { name.elementsEqual($0) }
    }
}
