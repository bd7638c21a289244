import Reports

/// The cases of a campaign, the judges that get them, and where the counts go.
package struct CampaignSettings: Sendable {
    /// The cases that are judged unless told otherwise.
    package static let standardRange = CaseRange(lowerBound: 1, upperBound: 10_000)

    /// The seed of the worlds: with a case's number it determines the world.
    package let seed: UInt64
    /// The cases, of which only those of `shard` are judged.
    package var range = standardRange
    /// The part of the cases.
    package var shard = Shard.whole
    /// Paths of programs that judge chains over a pipe, besides OpenSSL and our own profiles.
    package var peers: [String] = []
    /// Relying parties, written as `--party` takes them; if there are any, they are the only judges.
    package var parties: [String] = []
    /// The file for the disagreements as Markdown; nil for none.
    package var report: String?
    /// The file that the counts are added to; nil for none.
    package var tally: String?
    /// Whether no cases are judged but the first of each bucket in the tally, which is then reported.
    package var onlyCounted = false
    /// How many cases are made and judged at once; nil for as many as there are cores.
    package var workers: Int?

    /// The standard cases, whole, before OpenSSL and our profiles.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// The whole command that judges the cases of `range` as this one does.
    func command(_ range: CaseRange, findings: String) -> String {
        var words = ["hatpin", "fuzz", "--campaign", "\(seed)", "--range", "\(range)"]
        words += peers.flatMap { ["--peer", Prose.shellQuoted($0)] }
        words += parties.flatMap { ["--party", Prose.shellQuoted($0)] }
        if shard != .whole { words += ["--shard", "\(shard)"] }
        if let report { words += ["--report", Prose.shellQuoted(report)] }
        if let tally { words += ["--tally", Prose.shellQuoted(tally)] }
        if let workers { words += ["--workers", "\(workers)"] }
        if findings != FindingsFolder.standard {
            words += ["--findings", Prose.shellQuoted(findings)]
        }
        return words.joined(separator: " ")
    }
}
