import ArgumentParser
import Basics

/// The options for fuzzing targets.
struct TargetOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The names of fuzz targets, or Handshake.", valueName: "target"))
    var targets: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long to fuzz, such as 30, 10m or 8h. Targets run one after another for equal times.",
            valueName: "time"
        )
    )
    var time = Self.standard.time

    @Option(
        help: ArgumentHelp(
            "How many processes fuzz at once (default: the number of processors).",
            valueName: "number"
        )
    )
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "The folder with a corpus for each target.",
            valueName: "folder"
        )
    )
    var corpus = Self.standard.corpus

    @Option(
        help: ArgumentHelp(
            "Report a plateau when coverage has not grown for this time.",
            valueName: "time"
        )
    )
    var plateau = Self.standard.plateau

    @Option(
        help: ArgumentHelp(
            "Stop a target after this many new findings.",
            valueName: "number"
        )
    )
    var maxFindings = Self.standard.maxFindings

    @Option(
        help: ArgumentHelp(
            "Stop a target when its corpus and logs exceed this many MB.",
            valueName: "MB"
        )
    )
    var maxDisk = Self.standard.maxDisk

    @Option(help: ArgumentHelp("Run only this input, and show what happens.", valueName: "file"))
    var replay: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A folder with built targets, as script/fuzz-build prints it. Repeatable.",
            valueName: "folder"
        )
    )
    var built = Self.standard.built

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A folder with targets built without a sanitizer. All jobs except one run them.",
            valueName: "folder"
        )
    )
    var fast: [String] = []

    @Option(
        name: .customLong("libfuzzer"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An option for libFuzzer; script/fuzz passes the options after --. Repeatable.",
            valueName: "option"
        )
    )
    var options: [String] = []

    /// The default settings.
    private static let standard = FuzzSettings(targets: [])

    /// The names of these options.
    static let names = [
        "--time", "--jobs", "--corpus", "--plateau", "--max-findings", "--max-disk", "--replay",
        "--built", "--fast", "--libfuzzer",
    ]

    func validate() throws {
        guard jobs.map({ (1...1_024).contains($0) }) ?? true else {
            throw ValidationError("--jobs must be from 1 to 1024")
        }
        guard maxFindings > 0 else { throw ValidationError("--max-findings must be at least 1") }
        guard (1...1 << 30).contains(maxDisk) else {
            throw ValidationError("--max-disk must be at least 1 MB")
        }
        guard replay == nil || targets.count == 1 else {
            throw ValidationError("--replay needs one target and the input")
        }
        if let taken = options.first(where: FuzzSettings.sets) {
            throw ValidationError("\(Shown.escaped(taken)) is set by hatpin")
        }
    }

    /// Returns the settings of the requested run, with these reports.
    func settings(pages: [PageFile]) -> FuzzSettings {
        var settings = FuzzSettings(targets: targets)
        settings.pages = pages
        settings.time = time
        settings.jobs = jobs
        settings.corpus = corpus
        settings.plateau = plateau
        settings.maxFindings = maxFindings
        settings.maxDisk = maxDisk
        settings.replay = replay
        settings.built = built
        settings.fast = fast
        settings.libFuzzerOptions = options
        return settings
    }
}
