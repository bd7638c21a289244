import ArgumentParser
import Runner

/// A part of a run: what failed, what is left, or a shard.
struct RunPartOptions: ParsableArguments {
    @Flag(help: "Only what failed or has no verdict in the last run.") var failed = false

    @Flag(
        help: """
            Go on with the last run, which was cut off: judge what has no line in its file, and add it \
            there.
            """
    )
    var resume = false

    @Option(help: ArgumentHelp("The run file that --failed or --resume reads.", valueName: "file"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "The i-th of n parts of the pairs, from 1; hatpin merge joins the run files.",
            valueName: "i/n"
        )
    )
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "Divide the pairs by the time that they took in this run, so that shards take equally "
                + "long; the same for every shard.",
            valueName: "run"
        )
    )
    var balance: String?

    func validate() throws {
        guard from == nil || failed || resume else {
            throw ValidationError("--from goes with --failed or --resume")
        }
        guard balance == nil || shard != nil else {
            throw ValidationError("--balance goes with --shard")
        }
        guard shard.map({ $0.count <= RunShard.most }) ?? true else {
            throw ValidationError("--shard has at most \(RunShard.most) parts")
        }
    }

    /// The same, read.
    var part: RunPart {
        if failed { return .failed(from: from) }
        if resume { return .resumed(from: from) }
        return shard.map { .shard($0, balance: balance) } ?? .whole
    }
}
