import Forge
import ScenarioFormat
import X509

/// A test for a disagreement: the same judge, the same verdicts and the same reasons.
package struct Showing: Sendable {
    private let reference: ProfileJudge
    private let judge: any ChainJudge
    private let ours, theirs: ChainVerdict
    private let signatures: ForgeCache
    private let now: Instant

    init(
        _ reference: ProfileJudge,
        _ judge: any ChainJudge,
        ours: ChainVerdict,
        theirs: ChainVerdict,
        _ signatures: ForgeCache,
        at now: Instant = ForgedWorld.now
    ) {
        (self.reference, self.judge, self.signatures) = (reference, judge, signatures)
        self.now = now
        (self.ours, self.theirs) = (ours, theirs)
    }

    /// Whether a world shows the disagreement.
    package func holds(in world: World) async -> Bool {
        guard let forged = try? ForgedWorld(world, at: now, cache: signatures),
            reference.verdict(on: forged.question) == ours
        else { return false }
        return await judge.verdicts(on: [forged]).first == theirs
    }
}
