import Basics
import ClientModels
import Lint
import ScenarioFormat
import X509

extension ReviewedFiles {
    /// The same with the findings about real chains.
    ///
    /// - Parameters:
    ///   - chains: of the servers.
    ///   - hosts: those that are asked about; where there is none, those of the entries that a chain
    ///     is for.
    ///   - now: the instant that they are judged at.
    /// - Returns: them, with their reviews in the same order.
    /// - Throws: usage where a chain is for no host of a configuration.
    package func judging(
        _ chains: [RealChain],
        asking hosts: [String],
        now: Instant
    ) throws(Failure) -> ReviewedFiles {
        guard !chains.isEmpty else { return self }
        guard !reviews.isEmpty else {
            throw Failure(.usage, "--chain and --connect need a configuration's file")
        }
        var judged = self
        for (index, review) in reviews.enumerated() {
            var findings: [Finding] = []
            for chain in chains {
                findings += try Self.findings(in: review, chain, asking: hosts, now)
            }
            judged.reviews[index] = review.adding(findings)
        }
        return judged
    }

    private static func findings(
        in review: Review,
        _ chain: RealChain,
        asking hosts: [String],
        _ now: Instant
    ) throws(Failure) -> [Finding] {
        let asked = hosts.isEmpty ? chain.host.map { [$0] } ?? [] : hosts
        let file = ReviewedFile(review.bytes, named: review.file)
        var parties = Self.parties(of: review, asking: asked)
        // A source file has no model that could judge: which pins match is all that can be told.
        guard !parties.isEmpty else { return ChainReview.matches(in: file, chain) }
        if asked.isEmpty {
            parties.removeAll { !chain.isFor($0.host) }
            if parties.isEmpty { parties = Self.parties(of: review, namedBy: chain) }
        }
        let trials = parties.filter { !$0.host.isEmpty }.map { party in
            ChainTrial(party: party, file: file, chain: chain, host: party.host, now: now)
        }
        guard trials.isEmpty else { return Self.findings(of: trials) }
        throw Failure(
            .usage,
            "\(Shown.escaped(chain.name)) is for no host of \(Shown.escaped(review.file))",
            help: "--host names the host that it is for"
        )
    }
    /// Of hosts that are told the same, the first is told of.
    private static func findings(of trials: [ChainTrial]) -> [Finding] {
        var told: Set<[String]> = []
        return trials.flatMap { trial in
            let findings = ChainReview(trial).findings
            let words = findings.map { finding in
                let place = finding.place?.range ?? 0..<0
                return finding.problem.replacing(trial.host, with: "HOST") + "\(place)"
                    + finding.label + finding.notes.joined()
            }
            return told.insert(words).inserted ? findings : []
        }
    }

    /// Those for hosts that the chain names, below the hosts of the file's entries.
    private static func parties(
        of review: Review,
        namedBy chain: RealChain
    ) -> [PartyReference] {
        let names = chain.names(below: parties(of: review, asking: []).map(\.host))
        return names.isEmpty ? [] : parties(of: review, asking: names)
    }

    /// None where no system has a model of the file.
    private static func parties(of review: Review, asking hosts: [String]) -> [PartyReference] {
        (try? PartyReference.configured(
            by: review.file,
            asking: hosts,
            holding: review.bytes
        )) ?? []
    }
}

extension PartyReference {
    fileprivate var host: String { settings[PolicyModel.hostSetting] ?? "" }
}
