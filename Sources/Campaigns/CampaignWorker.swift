import Forge
import PathValidation
import ScenarioFormat
import X509

/// Puts generated worlds before judges and collects their disagreements with `reference`.
///
/// Each thread has its own worker, which remembers the defects found to be decisive.
package struct CampaignWorker: CaseExaminer {
    /// The seed of the campaign.
    package let seed: UInt64
    private let judges: [any ChainJudge]
    private let reference: ProfileJudge
    private let signatures: ForgeCache
    private let now: Instant
    private var attribution: Attribution

    /// A worker of the campaign of `seed`.
    ///
    /// - Parameters:
    ///   - seed: the seed of the campaign.
    ///   - judges: the judges compared with our side.
    ///   - reference: our side.
    ///   - now: the time that worlds are made at; programs judge by the real one.
    ///   - signatures: made before, by all workers of the campaign.
    package init(
        seed: UInt64,
        judges: [any ChainJudge],
        reference: ProfileJudge = ProfileJudge(.reference),
        now: Instant = ForgedWorld.now,
        signatures: ForgeCache = ForgeCache()
    ) {
        (self.seed, self.judges, self.reference, self.now) = (seed, judges, reference, now)
        self.signatures = signatures
        attribution = Attribution(judges, reference, signatures, at: now)
    }

    package mutating func examine(_ indices: [UInt64]) async throws -> Ledger {
        var worlds: [GeneratedWorld] = []
        var forged: [ForgedWorld] = []
        for index in indices {
            let made = try GeneratedWorld(seed: seed, index: index).forged(
                at: now,
                cache: signatures
            )
            worlds.append(made.generated)
            forged.append(made.forged)
        }
        let replies = await judges.replies(to: forged)
        var ledger = Ledger()
        ledger.cases = indices.count
        for (number, index) in indices.enumerated() {
            let ours = reference.verdict(on: forged[number].question)
            for (place, verdicts) in replies.enumerated() {
                let theirs = verdicts[number]
                guard theirs.disagrees(with: ours) else { continue }
                let sighting = Sighting(judge: place, ours: ours, theirs: theirs)
                let disagreement = try await attribution.disagreement(sighting, in: worlds[number])
                ledger.add(disagreement, of: index)
            }
        }
        return ledger
    }

    package func smallestWorld(
        of bucket: Disagreement,
        showing index: UInt64,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async -> ShownWorld {
        guard let judge = judges.first(where: { $0.name == bucket.judge }) else {
            return found(index, because: "\(bucket.judge) is not asked in this run")
        }
        guard
            let made = try? GeneratedWorld(seed: seed, index: index).forged(
                at: now,
                cache: signatures
            )
        else { return found(index, because: "it cannot be forged") }
        let ours = reference.verdict(on: made.forged.question)
        let theirs = await judge.verdicts(on: [made.forged]).first ?? .none
        guard ours.word == bucket.ours, theirs.word == bucket.theirs else {
            let said = "we say \(ours.word), \(bucket.judge) \(theirs.word)"
            return found(index, because: "it does not show again alone: \(said)")
        }
        let showing = Showing(
            reference,
            judge,
            ours: ours,
            theirs: theirs,
            signatures,
            at: now
        )
        let minimiser = Minimiser(showing, isStopped: isStopped)
        guard case .failed = theirs else {
            let result = await minimiser.smallest(made.generated)
            return ShownWorld(result.world, remark: result.halt)
        }
        // Each answer that fails may take the whole time limit.
        let result = await minimiser.fewestDefects(made.generated)
        let remark = result.halt ?? "the judge fails on it, so that only defects were taken away"
        return ShownWorld(result.world, remark: remark)
    }

    package func found(_ index: UInt64, because reason: String) -> ShownWorld {
        let generated = GeneratedWorld(seed: seed, index: index)
        let made = try? generated.forged(at: now, cache: signatures)
        let world = made?.generated.world ?? generated.world
        return ShownWorld(world, remark: reason)
    }
}

/// A world that shows a disagreement.
package struct ShownWorld: Sendable {
    package let world: World
    /// Why it is not the smallest; nil if it is.
    package let remark: String?

    /// A world, and why it is not the smallest.
    package init(_ world: World, remark: String?) {
        (self.world, self.remark) = (world, remark)
    }
}

extension ChainVerdict {
    /// Whether exactly one of the two accepts; a judge that failed always disagrees.
    fileprivate func disagrees(with ours: ChainVerdict) -> Bool {
        switch self {
        case .failed: true
        case .none: false
        case .accept, .reject: isAccepted != ours.isAccepted
        }
    }
}
