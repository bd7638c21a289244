import Basics

/// The targets to fuzz, the time for all targets, and the limits for each target.
package struct FuzzSettings: Sendable {
    /// Names of targets.
    package let targets: [String]
    /// The time for all targets, which is divided equally.
    package var time = TimeSpan(seconds: 30)
    /// The number of processes, or nil for the number of cores.
    package var jobs: Int?
    /// The path of the folder that has a corpus for each target.
    package var corpus = "Fuzz/corpus"
    /// The time without new coverage that counts as a plateau.
    package var plateau = TimeSpan(seconds: 1_800)
    /// The number of new findings that ends the fuzzing of a target.
    package var maxFindings = 10
    /// The largest disk space for a target's corpus and jobs in MB; if they need more, the fuzzing
    /// of the target ends.
    package var maxDisk = 2_048
    /// The path of one input to run instead of fuzzing the first target, or nil to fuzz.
    package var replay: String?
    /// Folders with the targets' programs.
    package var built = ["Fuzz/.build/release", "Fuzz/Peers/.build/release"]
    /// Folders with programs without a sanitizer, for all jobs except one; empty if all jobs are of
    /// one kind.
    package var fast: [String] = []
    /// The files for a web page of the findings.
    package var pages: [PageFile] = []
    /// Further options for libFuzzer, each with its hyphen.
    package var libFuzzerOptions: [String] = []

    /// Creates settings for these targets, with the default limits.
    package init(targets: [String]) {
        self.targets = targets
    }

    /// Whether hatpin sets this option of libFuzzer itself, or the option would make libFuzzer do
    /// something other than fuzzing, or the text is not an option because it begins with no hyphen.
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
