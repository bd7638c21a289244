import ArgumentParser
import Reports

/// How `hatpin fuzz` puts generated worlds before judges.
struct CampaignOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Put the worlds of this seed before judges, in place of fuzzing targets.",
            valueName: "seed"
        )
    )
    var campaign: UInt64?

    @Option(
        help: ArgumentHelp("The cases from A to B, both among them.", valueName: "A..B")
    )
    var range = Self.standardRange

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
            "A relying party that judges over real handshakes, in place of judges of chains.",
            valueName: "party"
        )
    )
    var party: [String] = []

    @Option(
        help: ArgumentHelp("The i-th of n parts of the cases, from 1.", valueName: "i/n")
    )
    var shard = Self.wholeShard

    @Option(help: ArgumentHelp("Write what was disagreed on as Markdown.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Add what is counted to what this file has counted. Tallies of shards that are written "
                + "one behind another are one tally.",
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
            "How many cases are made and judged at once; as many as there are processors, unless "
                + "told.",
            valueName: "number"
        )
    )
    var workers: Int?

    /// The options, but for the one that says that worlds are meant.
    static let names = [
        "--range", "--peer", "--party", "--shard", "--report", "--tally", "--counted", "--workers",
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

    private static let standardRange = CaseRange(lowerBound: 1, upperBound: 10_000)
    private static let wholeShard = Shard(number: 1, count: 1)

    /// The whole command that judges the cases of `range` as this one does.
    func command(_ seed: UInt64, _ range: CaseRange, findings: String) -> String {
        var words = ["hatpin", "fuzz", "--campaign", "\(seed)", "--range", "\(range)"]
        words += peer.flatMap { ["--peer", Prose.shellQuoted($0)] }
        words += party.flatMap { ["--party", Prose.shellQuoted($0)] }
        if shard != Self.wholeShard { words += ["--shard", "\(shard)"] }
        if let report { words += ["--report", Prose.shellQuoted(report)] }
        if let tally { words += ["--tally", Prose.shellQuoted(tally)] }
        if let workers { words += ["--workers", "\(workers)"] }
        if findings != FindingsFolder.standard {
            words += ["--findings", Prose.shellQuoted(findings)]
        }
        return words.joined(separator: " ")
    }
}

/// Numbers of cases, both ends among them: `1..10000`.
struct CaseRange: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    let lowerBound, upperBound: UInt64

    init(lowerBound: UInt64, upperBound: UInt64) {
        (self.lowerBound, self.upperBound) = (lowerBound, upperBound)
    }

    init?(argument: String) {
        let ends = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let lowest = UInt64(ends[0]),
            let highest = UInt64(ends[2]), lowest <= highest, highest < UInt64.max
        else { return nil }
        self.init(lowerBound: lowest, upperBound: highest)
    }

    var description: String { "\(lowerBound)..\(upperBound)" }
    var defaultValueDescription: String { description }
}

/// A part of a campaign: `2/8`.
struct Shard: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    let number, count: UInt64

    init(number: UInt64, count: UInt64) {
        (self.number, self.count) = (number, count)
    }

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = UInt64(parts[0]), let count = UInt64(parts[1]),
            number >= 1, number <= count
        else { return nil }
        self.init(number: number, count: count)
    }

    /// The first case of this part from `start` on; nil where no number is so large.
    func first(from start: UInt64) -> UInt64? {
        let (wanted, present) = (number % count, start % count)
        let distance = wanted >= present ? wanted - present : count - present + wanted
        let (first, overflow) = start.addingReportingOverflow(distance)
        return overflow ? nil : first
    }

    /// How many cases of a range are of this part.
    func count(in range: CaseRange) -> UInt64 {
        guard let first = first(from: range.lowerBound), first <= range.upperBound else { return 0 }
        return (range.upperBound - first) / count + 1
    }

    var description: String { "\(number)/\(count)" }
    var defaultValueDescription: String { description }
}
