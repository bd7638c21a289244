import Forge
import Scenarios
import Trust

/// Generated worlds before judges: what each says otherwise than `reference`.
///
/// One for each thread: it remembers what it has signed, and which defects it has found to matter.
package struct CampaignWorker {
    /// Of the campaign.
    package let seed: UInt64
    private let judges: [any ChainJudge]
    private let reference: ProfileJudge
    private let signatures = ForgeCache()
    private var attribution: Attribution

    /// A worker of the campaign of `seed`.
    ///
    /// - Parameters:
    ///   - seed: of the campaign.
    ///   - judges: those that are compared with us.
    ///   - reference: our side.
    package init(
        seed: UInt64,
        judges: [any ChainJudge],
        reference: ProfileJudge = ProfileJudge(.reference)
    ) {
        (self.seed, self.judges, self.reference) = (seed, judges, reference)
        attribution = Attribution(judges, reference, signatures)
    }

    /// Puts cases before every judge.
    ///
    /// - Parameter indices: the cases' numbers.
    /// - Returns: what was disagreed on.
    /// - Throws: where not even the standard world can be forged.
    package mutating func examine(_ indices: [UInt64]) async throws -> Ledger {
        var worlds: [GeneratedWorld] = []
        var forged: [ForgedWorld] = []
        for index in indices {
            let made = try GeneratedWorld(seed: seed, index: index).forged(cache: signatures)
            worlds.append(made.generated)
            forged.append(made.forged)
        }
        let replies = await Self.replies(of: judges, to: forged)
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

    /// Every judge's verdicts; all judge at once.
    static func replies(
        of judges: [any ChainJudge],
        to worlds: [ForgedWorld]
    ) async -> [[ChainVerdict]] {
        await withTaskGroup(of: (Int, [ChainVerdict]).self) { group in
            for (number, judge) in judges.enumerated() {
                group.addTask { (number, await judge.verdicts(on: worlds)) }
            }
            var replies = [[ChainVerdict]](repeating: [], count: judges.count)
            for await (number, verdicts) in group { replies[number] = verdicts }
            return replies
        }
    }

    /// The smallest world that shows what the case of this number shows.
    ///
    /// - Parameters:
    ///   - bucket: the disagreement.
    ///   - index: a case that is counted there.
    /// - Returns: nil where the case no longer shows it.
    package func smallestWorld(of bucket: Disagreement, showing index: UInt64) async -> World? {
        guard let judge = judges.first(where: { $0.name == bucket.judge }),
            let made = try? GeneratedWorld(seed: seed, index: index).forged(cache: signatures)
        else { return nil }
        let ours = reference.verdict(on: made.forged.question)
        guard let theirs = await judge.verdicts(on: [made.forged]).first,
            ours.word == bucket.ours, theirs.word == bucket.theirs
        else { return nil }
        let showing = Showing(reference, judge, ours: ours, theirs: theirs, signatures)
        return await Minimiser(showing).smallest(made.generated)
    }
}

extension ChainVerdict {
    /// Whether one of the two accepts; a judge that failed always disagrees.
    fileprivate func disagrees(with ours: ChainVerdict) -> Bool {
        switch self {
        case .failed: true
        case .none: false
        case .accept, .reject: isAccepted != ours.isAccepted
        }
    }
}
