import Basics
import Crypto
import X509

/// Runs clients against server scripts and collects their differences from the rules.
///
/// Each thread has its own worker, which caches the servers that it has made.
package struct HandshakeWorker: CaseExaminer {
    package let seed: UInt64
    private let oracles: [any ChainOracle]
    private var sites: HandshakeSites

    /// Creates a worker of a campaign.
    ///
    /// - Parameters:
    ///   - seed: the seed of the campaign.
    ///   - oracles: the clients.
    ///   - now: the time at which setups are forged; programs use the real time.
    package init(seed: UInt64, oracles: [any ChainOracle], now: Instant = ForgedSetup.now) {
        (self.seed, self.oracles) = (seed, oracles)
        sites = HandshakeSites(at: now)
    }

    package mutating func examine(_ indices: [UInt64]) async throws -> Ledger {
        var cases: [HandshakeSites.Case] = []
        var setups: [ForgedSetup] = []
        for index in indices {
            let drawn = try sites.drawn(seed: seed, index: index)
            cases.append(drawn)
            setups.append(drawn.setup.numbered(index))
        }
        let replies = await oracles.replies(to: setups)
        var ledger = Ledger()
        ledger.cases = indices.count
        for (oracle, verdicts) in zip(oracles, replies) {
            for (number, index) in indices.enumerated() {
                let sighting = HandshakeSighting(cases[number], oracle, verdicts[number])
                guard sighting.isDisagreement else { continue }
                let bucket = try await disagreement(sighting, oracle)
                ledger.add(bucket, of: index)
            }
        }
        return ledger
    }

    // MARK: Causes

    /// Returns the bucket of a disagreement: its decisive edits and the known difference that
    /// explains it.
    mutating func disagreement(
        _ sighting: HandshakeSighting,
        _ oracle: any ChainOracle
    ) async throws -> Disagreement {
        let ignored = try ignoredEdits(sighting, oracle)
        let rest = sighting.site.ruling.effective.filter { !ignored.contains($0) }
        // The known difference explains the acceptance if the script without the ignored edits
        // breaks no rule.
        if sighting.theirs.isAccepted, let first = ignored.first,
            try sites.made(sighting.site.setting, rest).ruling.verdict != Ruling.broken
        {
            let alone = try sites.made(sighting.site.setting, [first])
            let single = HandshakeSighting(alone, oracle, .accept)
            return single.bucket(KnownHandshakeDifference.explaining(single.difference)?.name)
        }
        let small = try await smallest(sighting, oracle, keeping: ignored)
        return small.bucket(KnownHandshakeDifference.explaining(small.difference)?.name)
    }

    /// Returns the edits that the client is known to ignore, each on its own.
    private mutating func ignoredEdits(
        _ sighting: HandshakeSighting,
        _ oracle: any ChainOracle
    ) throws -> [String] {
        guard sighting.theirs.isAccepted else { return [] }
        return try sighting.site.ruling.edits.filter { edit in
            let alone = try sites.made(sighting.site.setting, [edit])
            let single = HandshakeSighting(alone, oracle, .accept)
            return KnownHandshakeDifference.explaining(single.difference) != nil
        }
    }

    /// Returns the same disagreement with the fewest edits.
    ///
    /// The edits that the client is known to ignore must not be the cause. Therefore the script
    /// without them must break a rule too.
    private mutating func smallest(
        _ sighting: HandshakeSighting,
        _ oracle: any ChainOracle,
        keeping ignored: [String],
        isStopped: () -> Bool = { false }
    ) async throws -> HandshakeSighting {
        var small = sighting
        // Some edits can be removed only after other edits, so the loop repeats.
        var left = small.site.ruling.edits
        while let edit = left.popLast(), !isStopped() {
            let edits = small.site.ruling.edits.filter { $0 != edit }
            let fewer = try sites.made(small.site.setting, edits)
            let unexplained = fewer.ruling.effective.filter { !ignored.contains($0) }
            let core = try sites.made(small.site.setting, unexplained)
            guard fewer.ruling.edits == edits,
                !sighting.theirs.isAccepted || core.ruling.verdict == Ruling.broken,
                let seen = await shown(fewer, like: sighting, oracle)
            else { continue }
            small = seen
            left = edits
        }
        return small
    }

    /// Returns the disagreement in another case, if the oracle and the rules give the same verdicts
    /// on that case.
    private func shown(
        _ site: HandshakeSites.Case,
        like sighting: HandshakeSighting,
        _ oracle: any ChainOracle
    ) async -> HandshakeSighting? {
        guard site.ruling.verdict == sighting.site.ruling.verdict else { return nil }
        let theirs = await oracle.verdicts(on: [site.setup]).first ?? .none
        // A refusal with another alert counts as the same verdict.
        let isAlike =
            switch (theirs, sighting.theirs) {
            case (.reject, .reject): true
            default: theirs == sighting.theirs
            }
        return isAlike ? HandshakeSighting(site, oracle, theirs) : nil
    }

    // MARK: Reports

    package mutating func smallestSetup(
        of bucket: Disagreement,
        showing index: UInt64,
        isStopped: @escaping @Sendable () -> Bool
    ) async -> ShownSetup {
        guard let oracle = oracles.first(where: { $0.name == bucket.oracle }) else {
            return found(index, because: "\(bucket.oracle) does not take part in this run")
        }
        do {
            let drawn = try sites.drawn(seed: seed, index: index)
            let theirs = await oracle.verdicts(on: [drawn.setup]).first ?? .none
            let sighting = HandshakeSighting(drawn, oracle, theirs)
            guard sighting.isDisagreement else {
                let said =
                    "the rules say \(drawn.ruling.verdict.word), \(oracle.name) \(theirs.word)"
                return found(index, because: "it does not reproduce on its own: \(said)")
            }
            let ignored = try ignoredEdits(sighting, oracle)
            let small = try await smallest(
                sighting,
                oracle,
                keeping: ignored,
                isStopped: isStopped
            )
            let plain = try await plainest(small, oracle, isStopped)
            let remark = isStopped() ? "the run was interrupted" : nil
            return ShownSetup(plain.site.setup.setup, remark: remark)
        } catch {
            return found(index, because: "it cannot be forged")
        }
    }

    /// Returns the same disagreement with the simplest server that shows it.
    private mutating func plainest(
        _ sighting: HandshakeSighting,
        _ oracle: any ChainOracle,
        _ isStopped: () -> Bool
    ) async throws -> HandshakeSighting {
        var plain = sighting
        var candidates = plain.site.setting.simpler
        while let setting = candidates.popLast(), !isStopped() {
            let made = try sites.made(setting, plain.site.ruling.edits)
            guard made.ruling.edits == plain.site.ruling.edits,
                let seen = await shown(made, like: sighting, oracle)
            else { continue }
            plain = seen
            candidates = setting.simpler
        }
        return plain
    }

    package func found(_ index: UInt64, because reason: String) -> ShownSetup {
        var sites = sites
        let drawn = try? sites.drawn(seed: seed, index: index)
        return ShownSetup(drawn?.setup.setup ?? HandshakeSetting().setup(), remark: reason)
    }
}

/// An oracle's answer to a case.
struct HandshakeSighting {
    let site: HandshakeSites.Case
    let oracle: String
    let theirs: ChainVerdict

    /// Creates an oracle's answer; a failed model gives no verdict.
    ///
    /// Hatpin's own client connects for a model, and may wait for the whole flight before it asks
    /// the model. Therefore a failed model is not a finding.
    init(_ site: HandshakeSites.Case, _ oracle: any ChainOracle, _ theirs: ChainVerdict) {
        (self.site, self.oracle) = (site, oracle.name)
        if case .failed = theirs, !oracle.isLibrary {
            self.theirs = .none
        } else {
            self.theirs = theirs
        }
    }

    /// Whether exactly one of the rules and the client accepts; a client that failed always
    /// disagrees.
    var isDisagreement: Bool {
        let ours = site.ruling.verdict
        return switch (theirs, ours) {
        case (.failed, _): true
        case (.none, _), (_, .none): false
        default: theirs.isAccepted != ours.isAccepted
        }
    }

    var difference: HandshakeDifference {
        HandshakeDifference(
            oracle: oracle,
            version: site.setting.version,
            edits: site.ruling.edits,
            isLegal: site.ruling.verdict.isAccepted,
            theirs: theirs
        )
    }

    func bucket(_ explanation: String?) -> Disagreement {
        Disagreement(
            oracle: oracle,
            ours: site.ruling.verdict.word,
            theirs: theirs.word,
            defects: site.label,
            explanation: explanation
        )
    }
}
