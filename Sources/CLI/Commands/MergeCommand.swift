import ArgumentParser
import Reports
import Requests
import Sessions
import Surroundings

/// `hatpin merge`: the run that shards make together.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join the run files of all shards of a run, and report on the whole.",
        discussion: """
            Takes each shard's run file once and proves that all are there: shards of one plan, version, \
            seed and date, and a verdict for each pair. If so, it leaves the run file of the whole run, as \
            one run of all pairs would, and ends with its exit code; if not, with 3.

            Shards that were run without --now judge by the clock: they must have begun within one day.

            \(Exit.help)
            """
    )

    @Argument(help: ArgumentHelp("The run files of all shards.", valueName: "file"))
    var files: [String]

    @OptionGroup var reports: RunReportOptions

    func run() throws {
        let runs = try files.map { try EarlierRun(at: $0, in: reports.folder, for: "merge") }
        let merged = try MergedRun(runs)
        let settings = reports.settings(
            keep: .failed,
            root: merged.plan.root,
            started: merged.plan.started
        )
        var session = Session(settings)
        let exit = try session.replay(merged.plan, merged.judgements, elapsed: merged.elapsed)
        if exit != .success { throw ExitStatus(exit) }
    }
}
