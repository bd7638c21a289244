import ArgumentParser
import Runner

/// The options that choose a part of a run: the failed cases, the remaining cases, or a shard.
struct RunPartOptions: ParsableArguments {
    @Flag(help: "Only cases that failed, or have no verdict, in the last run.") var failed = false

    @Flag(
        help: """
            Continue the last run, which was cut off: run the cases that its file lacks, and add them.
            """
    )
    var resume = false

    @Option(help: ArgumentHelp("The run file for --failed or --resume.", valueName: "file"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Run only part i of n of the cases, such as 1/4; hatpin merge joins the run files.",
            valueName: "i/n"
        )
    )
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "Divide the cases so that shards take equally long, by the times of this run. Give "
                + "each shard the same run.",
            valueName: "run"
        )
    )
    var balance: String?

    func validate() throws {
        guard from == nil || failed || resume else {
            throw ValidationError("--from needs --failed or --resume")
        }
        guard balance == nil || shard != nil else {
            throw ValidationError("--balance needs --shard")
        }
        guard shard.map({ $0.count <= RunShard.most }) ?? true else {
            throw ValidationError("--shard takes at most \(RunShard.most) parts")
        }
    }

    /// The options as a value.
    var part: RunPart {
        if failed { return .failed(from: from) }
        if resume { return .resumed(from: from) }
        return shard.map { .shard($0, balance: balance) } ?? .whole
    }
}
