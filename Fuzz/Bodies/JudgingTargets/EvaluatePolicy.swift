import Basics
import ClientModels
import Forge
import FuzzTargets
import PathValidation
import PinningSetups

extension FuzzTarget {
    /// For any pinning setup, each AFNetworking release with any settings agrees with its closed
    /// form.
    ///
    /// An accept of the newest release also has grounds that hold independently. For that release,
    /// the order of the served certificates and an unrelated certificate have no effect, and an
    /// additional pin causes no rejection.
    ///
    /// The bytes of an input choose the settings, then the setup.
    public static let evaluatePolicy = FuzzTarget("EvaluatePolicy") { bytes in
        var choices = Choices(bytes)
        let party = PinningParties.all[choices.below(PinningParties.all.count)]
        var generator = SetupGenerator(choices, of: PinningParties.population)
        guard let facts = generator.setup() else { return }
        let setup = facts.setup
        let decision = party.policy.evaluate(setup.presented, for: setup.identity)
        let isAccepted = decision.isAccept
        func scene() -> String { "\(party.form) \(setup)" }
        invariant(
            isAccepted == party.form.accepts(facts),
            "the decision differs from its closed form: \(scene())"
        )
        // Only the newest release passes the checks below; an older release counts certificates,
        // for example.
        guard party.form.version == AFNetworkingClosedForm.versions.last else { return }
        invariant(
            party.form.founds(decision.verdict, in: facts),
            "an accept without grounds: \(scene())"
        )

        var reordered = setup
        reordered.served = setup.served.prefix(1) + setup.served.dropFirst().reversed()
        reordered.served.append(generator.unrelatedMember())
        invariant(
            party.accepts(reordered) == isAccepted,
            "the order or an unrelated certificate changes the decision: \(scene())"
        )

        var pinned = setup
        pinned.pins.append(generator.anyMember())
        invariant(
            !isAccepted || party.accepts(pinned),
            "an additional pin causes a rejection: \(scene())"
        )
    }
}

/// A combination of settings in closed form, and the model with these settings.
struct PinningParty: Sendable {
    let form: AFNetworkingClosedForm
    let policy: any TrustPolicy

    func accepts(_ setup: PinningSetup) -> Bool {
        policy.evaluate(setup.presented, for: setup.identity).isAccept
    }
}

/// The settings of AFNetworking, and the population that all inputs of pinning targets share.
enum PinningParties {
    /// Every combination of settings of every release.
    static let all: [PinningParty] = made {
        try AFNetworkingClosedForm.all.map { form in
            let model = try PolicyModel.resolve("afnetworking", settings: form.settings)
            return PinningParty(form: form, policy: model.policy)
        }
    }

    static let population: Population = made { try Population() }
}
