import Forge
import ScenarioFormat
import X509

/// Tests whether a smaller case still shows the disagreement: the same oracle with the same
/// verdicts and reasons.
package struct Showing: Sendable {
    private let reference: ProfileOracle
    private let oracle: any ChainOracle
    private let ours, theirs: ChainVerdict
    private let signatures: ForgeCache
    private let now: Instant

    init(
        _ reference: ProfileOracle,
        _ oracle: any ChainOracle,
        ours: ChainVerdict,
        theirs: ChainVerdict,
        _ signatures: ForgeCache,
        at now: Instant = ForgedSetup.now
    ) {
        (self.reference, self.oracle, self.signatures) = (reference, oracle, signatures)
        self.now = now
        (self.ours, self.theirs) = (ours, theirs)
    }

    /// Whether a setup shows the disagreement.
    package func holds(in setup: Setup) async -> Bool {
        guard let forged = try? ForgedSetup(setup, at: now, cache: signatures),
            reference.verdict(on: forged.question) == ours
        else { return false }
        return await oracle.verdicts(on: [forged]).first == theirs
    }
}
