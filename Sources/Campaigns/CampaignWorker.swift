import Forge
import PathValidation
import ScenarioFormat
import X509

/// Runs oracles on generated setups and collects their disagreements with `reference`.
///
/// Each thread has its own worker, which caches the causes of the disagreements that it found.
package struct CampaignWorker: CaseExaminer {
    /// The seed of the campaign.
    package let seed: UInt64
    private let oracles: [any ChainOracle]
    private let reference: ProfileOracle
    private let signatures: ForgeCache
    private let now: Instant
    private var attribution: Attribution

    /// Creates a worker of a campaign.
    ///
    /// - Parameters:
    ///   - seed: the seed of the campaign.
    ///   - oracles: the oracles to compare with `reference`.
    ///   - reference: the reference profile.
    ///   - now: the time at which setups are forged; programs use the real time.
    ///   - signatures: the signature cache that all workers of the campaign share.
    package init(
        seed: UInt64,
        oracles: [any ChainOracle],
        reference: ProfileOracle = ProfileOracle(.reference),
        now: Instant = ForgedSetup.now,
        signatures: ForgeCache = ForgeCache()
    ) {
        (self.seed, self.oracles, self.reference, self.now) = (seed, oracles, reference, now)
        self.signatures = signatures
        attribution = Attribution(oracles, reference, signatures, at: now)
    }

    package mutating func examine(_ indices: [UInt64]) async throws -> Ledger {
        var setups: [GeneratedSetup] = []
        var forged: [ForgedSetup] = []
        for index in indices {
            let made = try GeneratedSetup(seed: seed, index: index).forged(
                at: now,
                cache: signatures
            )
            setups.append(made.generated)
            forged.append(made.forged)
        }
        let replies = await oracles.replies(to: forged)
        var ledger = Ledger()
        ledger.cases = indices.count
        for (number, index) in indices.enumerated() {
            let ours = reference.verdict(on: forged[number].question)
            for (place, verdicts) in replies.enumerated() {
                let theirs = verdicts[number]
                guard theirs.disagrees(with: ours) else { continue }
                let sighting = Sighting(oracle: place, ours: ours, theirs: theirs)
                let disagreement = try await attribution.disagreement(sighting, in: setups[number])
                ledger.add(disagreement, of: index)
            }
        }
        return ledger
    }

    package func smallestSetup(
        of bucket: Disagreement,
        showing index: UInt64,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async -> ShownSetup {
        guard let oracle = oracles.first(where: { $0.name == bucket.oracle }) else {
            return found(index, because: "\(bucket.oracle) does not take part in this run")
        }
        guard
            let made = try? GeneratedSetup(seed: seed, index: index).forged(
                at: now,
                cache: signatures
            )
        else { return found(index, because: "it cannot be forged") }
        let ours = reference.verdict(on: made.forged.question)
        let theirs = await oracle.verdicts(on: [made.forged]).first ?? .none
        guard ours.word == bucket.ours, theirs.word == bucket.theirs else {
            let said = "Hatpin: \(ours.word); \(bucket.oracle): \(theirs.word)"
            return found(index, because: "it does not reproduce on its own: \(said)")
        }
        let showing = Showing(
            reference,
            oracle,
            ours: ours,
            theirs: theirs,
            signatures,
            at: now
        )
        let minimiser = Minimiser(showing, isStopped: isStopped)
        guard case .failed = theirs else {
            let result = await minimiser.smallest(made.generated)
            return ShownSetup(result.setup, remark: result.halt)
        }
        // Each failing answer may take the whole time limit.
        let result = await minimiser.fewestDefects(made.generated)
        let remark = result.halt ?? "the oracle fails on it, so only its defects were reduced"
        return ShownSetup(result.setup, remark: remark)
    }

    package func found(_ index: UInt64, because reason: String) -> ShownSetup {
        let generated = GeneratedSetup(seed: seed, index: index)
        let made = try? generated.forged(at: now, cache: signatures)
        let setup = made?.generated.setup ?? generated.setup
        return ShownSetup(setup, remark: reason)
    }
}

/// A setup that shows a disagreement, for a report.
package struct ShownSetup: Sendable {
    package let setup: Setup
    /// The reason why a smaller setup may exist; nil after a complete search.
    package let remark: String?

    /// Creates a setup for a report; `remark` is the reason why a smaller setup may exist.
    package init(_ setup: Setup, remark: String?) {
        (self.setup, self.remark) = (setup, remark)
    }
}

extension ChainVerdict {
    /// Whether exactly one of oracle and `reference` accepts; an oracle that failed always
    /// disagrees.
    fileprivate func disagrees(with ours: ChainVerdict) -> Bool {
        switch self {
        case .failed: true
        case .none: false
        case .accept, .reject: isAccepted != ours.isAccepted
        }
    }
}
