import ClientModels
import CommandWorkshop
import Forge
import PathValidation
import RepositorySuite
import Runner
import ScenarioFormat
import Testing
import X509

@testable import hatpin

/// Setups of Hatpin's scenarios with other host names; parties must decide as before.
///
/// Debug builds test a tenth of the setups, release builds all.
@Suite(.blocking)
struct MeaningTests {
    private static let suite = Task {
        var seen: Set<Setup> = []
        return await RepositorySuite.library.scenarios
            // Setups with DNS records are left out, because renaming does not change names in records.
            .filter { $0.party == nil && $0.setup.dns == nil && seen.insert($0.setup).inserted }
    }

    /// A strict party, and a party with its own comparison of names.
    @Test(arguments: ["reference", "curl"])
    func `a setup with another host name has the same verdict`(party: String) async throws {
        let reference = try PartyReference(written: party)
        let model = try PolicyModel.resolve(
            reference.name,
            settings: reference.settings,
            documents: reference.documents,
            standsIn: true
        )
        let trial = try SetupTrial(seed: 1, now: now)
        let renaming = try #require(Renaming(12_345))
        let suite = await Self.suite.value
        #expect(suite.count > 1_000)
        let share = RepositorySuite.share(of: suite)
        var whole = 0
        for scenario in share {
            guard let renamed = renaming.setup(scenario.setup),
                Renaming.isWhole(try renamed.pki.forge(seed: 1, at: now))
            else { continue }
            whole += 1
            let before = trial.words(of: model, in: scenario.setup)
            let after = trial.words(of: model, in: renamed)
            #expect(before == after, "\(scenario.id)")
        }
        // Most setups can be renamed.
        #expect(whole * 2 > share.count)
    }
}

extension SetupTrial {
    /// Returns the verdict as one word, or the reason why there is none.
    fileprivate func words(of model: ConfiguredModel, in setup: Setup) -> String {
        // On a busy machine a handshake may exceed its deadline.
        for _ in 0..<3 {
            switch reply(of: Party(model), to: setup) {
            case .decided(let decision): return decision.verdict.text
            case .notApplicable: return "not applicable"
            case .failed: continue
            }
        }
        return "failed"
    }
}
