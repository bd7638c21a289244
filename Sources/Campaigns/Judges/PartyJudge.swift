import Policies
import Runner
import Trust
import Wire

/// A relying party of Hatpin's, judged over real handshakes.
package struct PartyJudge: ChainJudge {
    /// `party` and the party with its settings.
    package let name: String
    /// The model of the party.
    package let party: ConfiguredModel
    private let trial: WorldTrial

    /// Creates a judge that puts worlds before this party.
    ///
    /// - Throws: an error if TLS cannot be set up.
    package init(_ party: ConfiguredModel) throws(WireError) {
        name = "party " + party.name
        self.party = party
        trial = try WorldTrial(seed: ForgedWorld.seed, now: ForgedWorld.now)
    }

    package var isLibrary: Bool { false }

    package func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        worlds.map { world in
            switch trial.reply(of: Party(party), to: world.world) {
            case .decided(let decision): ChainVerdict(decision.verdict)
            case .notApplicable: .none
            case .failed(let error): .failed("\(error)")
            }
        }
    }
}

extension ChainVerdict {
    fileprivate init(_ verdict: Verdict) {
        switch verdict {
        case .accept: self = .accept
        case .reject(let rejection): self = .reject(rejection.code.rawValue)
        }
    }
}
