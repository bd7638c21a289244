import ArgumentParser
import Basics

extension TimeSpan: ExpressibleByArgument {}
extension CaseRange: ExpressibleByArgument {}
extension Shard: ExpressibleByArgument {}

/// The command-line options for campaigns.
struct CampaignOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run a campaign with this seed, instead of fuzzing targets.",
            valueName: "seed"
        )
    )
    var campaign: UInt64?

    @Option(help: ArgumentHelp("The numbers of the cases, from A to B.", valueName: "A..B"))
    var range = CampaignSettings.standardRange

    @Option(
        help: ArgumentHelp(
            "A program that reads chains from a pipe and accepts or rejects each; script/peers prints "
                + "the paths of some. Repeatable.",
            valueName: "program"
        )
    )
    var peer: [String] = []

    @Option(
        help: ArgumentHelp(
            "A client to test over handshakes, in place of all other oracles: a model, a program such "
                + "as client/curl, or the path of a definition. Repeatable.",
            valueName: "party"
        )
    )
    var party: [String] = []

    @Option(help: ArgumentHelp("Run only part i of n of the cases, such as 1/4.", valueName: "i/n"))
    var shard = Shard.whole

    @Option(
        help: ArgumentHelp(
            "The file that counts the differences; new differences are added. The files of several "
                + "shards make one tally if you concatenate them.",
            valueName: "file"
        )
    )
    var tally: String?

    @Flag(
        help: """
            Run only the first case of each bucket of the tally, to explain it by the known differences \
            of today, and report the counts.
            """
    )
    var counted = false

    @Option(
        help: ArgumentHelp(
            "How many cases run at once (default: the number of processors).",
            valueName: "number"
        )
    )
    var workers: Int?

    /// The names of these options, without the option that starts a campaign.
    static let names = [
        "--range", "--peer", "--party", "--shard", "--tally", "--counted", "--workers",
        "--clients", "--names", "--can",
    ]

    func validate() throws {
        guard workers.map({ (1...256).contains($0) }) ?? true else {
            throw ValidationError("--workers must be from 1 to 256")
        }
        guard !counted || tally != nil else {
            throw ValidationError("--counted needs a --tally with counts")
        }
        guard peer.isEmpty || party.isEmpty else {
            throw ValidationError(
                "--party needs handshakes, --peer only reads chains; run them one after another"
            )
        }
    }

    /// Applies all options except the options for programs and reports.
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
