import Basics
import ClientModels
import Lint
import ScenarioFormat
import X509

extension ReviewedFiles {
    /// Returns the files with additional findings about real chains.
    ///
    /// - Parameters:
    ///   - chains: the chains of the servers.
    ///   - hosts: the hosts to check; if empty, the server's host for a fetched chain, and for a
    ///     chain from a file the hosts of the entries for which the chain is valid.
    ///   - now: the time for which chains are validated.
    /// - Returns: the files, with their reviews in the same order.
    /// - Throws: a `usage` failure if there is no file, or if a chain is valid for no host of a
    ///   configuration.
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
        // No model can test a source file, so only matching pins are reported.
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
            "\(Shown.escaped(chain.name)) is not valid for any host of \(Shown.escaped(review.file))",
            help: "name its host with --host"
        )
    }
    /// Returns the findings; if several hosts have equal results, only the first host is reported.
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

    /// Returns the configurations of a file for those hosts of a chain that are below the hosts of
    /// the file's entries.
    private static func parties(
        of review: Review,
        namedBy chain: RealChain
    ) -> [PartyReference] {
        let names = chain.names(below: parties(of: review, asking: []).map(\.host))
        return names.isEmpty ? [] : parties(of: review, asking: names)
    }

    /// Returns the configurations of a file for these hosts; empty if the file configures no system
    /// with a model.
    private static func parties(of review: Review, asking hosts: [String]) -> [PartyReference] {
        (try? PartyReference.configured(
            by: review.file,
            asking: hosts,
            holding: review.bytes
        )) ?? []
    }
}

extension PartyReference {
    fileprivate var host: String { stated(EntrySetting.host.setting) ?? "" }
}
