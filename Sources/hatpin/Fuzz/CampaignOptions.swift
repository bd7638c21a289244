import ArgumentParser
import Basics

extension TimeSpan: ExpressibleByArgument {}
extension CaseRange: ExpressibleByArgument {}
extension Shard: ExpressibleByArgument {}

/// How `hatpin fuzz` puts generated cases before judges.
struct CampaignOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Put the cases of this seed before judges, in place of fuzzing targets.",
            valueName: "seed"
        )
    )
    var campaign: UInt64?

    @Option(help: ArgumentHelp("The cases from A to B, both among them.", valueName: "A..B"))
    var range = CampaignSettings.standardRange

    @Option(
        help: ArgumentHelp(
            "A program that judges chains over a pipe; script/peers prints the paths of some. "
                + "OpenSSL and our own profiles judge in any case.",
            valueName: "program"
        )
    )
    var peer: [String] = []

    @Option(
        help: ArgumentHelp(
            "A relying party that judges over real handshakes, in place of all other judges: a model, a "
                + "program such as client/curl, or the path of its definition.",
            valueName: "party"
        )
    )
    var party: [String] = []

    @Option(help: ArgumentHelp("The i-th of n parts of the cases, from 1.", valueName: "i/n"))
    var shard = Shard.whole

    @Option(
        help: ArgumentHelp(
            "Add what is counted to what this file has counted. Tallies of shards that are written "
                + "one after another are one tally.",
            valueName: "file"
        )
    )
    var tally: String?

    @Flag(
        help: """
            Judge no cases but those that stand first in the buckets of the tally, which explains \
            them by the known differences of today, and report what it has counted.
            """
    )
    var counted = false

    @Option(
        help: ArgumentHelp(
            "How many cases are judged at once; as many as there are processors, unless told.",
            valueName: "number"
        )
    )
    var workers: Int?

    /// The options, but for the one that says that a campaign is meant.
    static let names = [
        "--range", "--peer", "--party", "--shard", "--tally", "--counted", "--workers",
        "--clients", "--names", "--can",
    ]

    func validate() throws {
        guard workers.map({ (1...256).contains($0) }) ?? true else {
            throw ValidationError("--workers is from 1 to 256")
        }
        guard !counted || tally != nil else {
            throw ValidationError("--counted needs a --tally that has counted something")
        }
        guard peer.isEmpty || party.isEmpty else {
            throw ValidationError(
                "--party judges over handshakes, --peer judges chains; run them one after another"
            )
        }
    }

    /// Sets what is asked for, but for programs and reports.
    func apply(to settings: inout CampaignSettings) {
        settings.range = range
        settings.shard = shard
        settings.peers = peer
        settings.parties = party.filter { !NamedClient.isMeant(by: $0) }
        settings.tally = tally
        settings.onlyCounted = counted
        settings.workers = workers
    }
}
