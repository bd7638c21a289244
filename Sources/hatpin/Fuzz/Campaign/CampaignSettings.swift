import Basics
import Campaigns
import Crypto
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// The cases of a campaign, the judges that get them, and where the counts go.
package struct CampaignSettings: Sendable {
    /// The cases that are judged unless told otherwise.
    package static let standardRange = CaseRange(lowerBound: 1, upperBound: 10_000)

    /// The seed of the cases: with its number it determines a case.
    package let seed: UInt64
    /// The kind of its cases.
    package let kind: CampaignKind
    /// The cases, of which only those of `shard` are judged.
    package var range = standardRange
    /// The part of the cases.
    package var shard = Shard.whole
    /// Paths of programs that judge chains over a pipe, besides OpenSSL and our own profiles.
    package var peers: [String] = []
    /// Relying parties, written as `--party` takes them; if there are any, they are the only judges.
    package var parties: [String] = []
    /// Programs that judge over handshakes; if there are any, only they and the parties do.
    package var programs: Programs?
    /// The file for the disagreements as Markdown; nil for none.
    package var report: String?
    /// The files for a web page of what was found.
    package var pages: [PageFile] = []
    /// The file that the counts are added to; nil for none.
    package var tally: String?
    /// Whether no cases are judged but the first of each bucket in the tally, which is then reported.
    package var onlyCounted = false
    /// How many cases are made and judged at once; nil for as many as there are cores.
    package var workers: Int?

    /// Programs, ready to be put before setups.
    package struct Programs: Sendable {
        private let parties: [(party: Party, library: String?)]
        /// The arguments that name them, as a shell reads them; what stands after `--` comes last.
        let words: String
        /// The time that setups are made at.
        let now: Instant
        private let isAlone: Bool

        /// - Parameters:
        ///   - parties: the programs, each with its TLS library if that is known.
        ///   - words: the arguments that name them, as a shell reads them.
        ///   - now: the real time, by which programs judge.
        ///   - isAlone: whether they are in a network of the run's own.
        package init(
            _ parties: [(party: Party, library: String?)],
            words: String,
            now: Instant,
            isAlone: Bool
        ) {
            (self.parties, self.words, self.now) = (parties, words, now)
            self.isAlone = isAlone
        }

        /// - Throws: an error if TLS cannot be set up.
        func oracles() throws(WireError) -> [any ChainOracle] {
            var oracles: [any ChainOracle] = []
            for (party, library) in parties {
                oracles.append(
                    try PartyOracle(
                        program: party,
                        on: library,
                        at: now,
                        clock: { Environment.now },
                        isAlone: isAlone
                    )
                )
            }
            return oracles
        }
    }

    /// The identities of the hosts that the cases connect to: programs find them by name.
    package var identities: Set<ReferenceIdentity> {
        var identities: Set = [Setup.standard.connect]
        // Servers of handshakes are all of one host.
        guard kind == .chains else { return identities }
        var next = range.lowerBound
        while next <= range.upperBound, let index = shard.first(from: next) {
            identities.insert(GeneratedSetup(seed: seed, index: index).setup.connect)
            next = index + 1
        }
        return identities
    }

    /// The time that setups are made at.
    var now: Instant { programs?.now ?? ForgedSetup.now }

    /// The standard cases, whole: chains before OpenSSL and our profiles, or handshakes before libssl's
    /// client.
    package init(seed: UInt64, kind: CampaignKind = .chains) {
        (self.seed, self.kind) = (seed, kind)
    }

    /// The whole command that judges the cases of `range` as this one does.
    func command(_ range: CaseRange, findings: String) -> String {
        var words = kind.command + ["--campaign", "\(seed)", "--range", "\(range)"]
        words += peers.flatMap { ["--peer", Prose.shellQuoted($0)] }
        words += parties.flatMap { ["--party", Prose.shellQuoted($0)] }
        if shard != .whole { words += ["--shard", "\(shard)"] }
        if let report { words += ["--report", Prose.shellQuoted(report)] }
        words += pages.flatMap { ["--report", Prose.shellQuoted($0.argument)] }
        if let tally { words += ["--tally", Prose.shellQuoted(tally)] }
        if let workers { words += ["--workers", "\(workers)"] }
        if findings != FindingsFolder.standard {
            words += ["--findings", Prose.shellQuoted(findings)]
        }
        if let programs { words.append(programs.words) }
        return words.joined(separator: " ")
    }
}
