import Basics
import Campaigns
import Crypto
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// The cases of a campaign, their oracles, and the file for the results.
package struct CampaignSettings: Sendable {
    /// The default range of cases.
    package static let standardRange = CaseRange(lowerBound: 1, upperBound: 10_000)

    /// The seed of the cases; the seed and the number of a case determine the case.
    package let seed: UInt64
    /// The kind of the campaign's cases.
    package let kind: CampaignKind
    /// The range of cases; of these cases, only those of `shard` run.
    package var range = standardRange
    /// The shard of the range to run.
    package var shard = Shard.whole
    /// The paths of programs that validate chains over a pipe, in addition to OpenSSL and Hatpin's
    /// own profiles.
    package var peers: [String] = []
    /// Parties, written as for `--party`; if parties are named, they are the only oracles.
    package var parties: [String] = []
    /// Programs that are tested over handshakes; if programs are named, the programs and the
    /// parties are the only oracles.
    package var programs: Programs?
    /// The path of the file that lists the disagreements as Markdown, or nil for no file.
    package var report: String?
    /// The files for a web page of the findings.
    package var pages: [PageFile] = []
    /// The path of the file that the results are added to, or nil for no file.
    package var tally: String?
    /// Whether only the first case of each bucket in the tally runs, so that the tally can be
    /// reported.
    package var onlyCounted = false
    /// The number of cases that run at once, or nil for the number of cores.
    package var workers: Int?

    /// Programs that are ready to be tested.
    package struct Programs: Sendable {
        private let parties: [(party: Party, library: String?)]
        /// The arguments that name the programs, quoted for a shell; a command after `--` comes
        /// last.
        let words: String
        /// The time that setups are made for.
        let now: Instant
        private let isAlone: Bool

        /// - Parameters:
        ///   - parties: the programs, each with its TLS library if that is known.
        ///   - words: the arguments that name the programs, quoted for a shell.
        ///   - now: the real time, which programs use.
        ///   - isAlone: whether the programs are in the run's own network.
        package init(
            _ parties: [(party: Party, library: String?)],
            words: String,
            now: Instant,
            isAlone: Bool
        ) {
            (self.parties, self.words, self.now) = (parties, words, now)
            self.isAlone = isAlone
        }

        /// Creates the oracles that test these programs.
        ///
        /// - Throws: if TLS cannot be set up.
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

    /// The host identities of the cases, which programs look up by name.
    package var identities: Set<ReferenceIdentity> {
        var identities: Set = [Setup.standard.connect]
        // All handshake cases have the same host name.
        guard kind == .chains else { return identities }
        var next = range.lowerBound
        while next <= range.upperBound, let index = shard.first(from: next) {
            identities.insert(GeneratedSetup(seed: seed, index: index).setup.connect)
            next = index + 1
        }
        return identities
    }

    /// The time that setups are made for.
    var now: Instant { programs?.now ?? ForgedSetup.now }

    /// Creates the settings of the standard campaigns: chains with OpenSSL and Hatpin's profiles,
    /// or handshakes with libssl's client.
    package init(seed: UInt64, kind: CampaignKind = .chains) {
        (self.seed, self.kind) = (seed, kind)
    }

    /// Returns the whole command that runs the cases of `range` like this campaign.
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
