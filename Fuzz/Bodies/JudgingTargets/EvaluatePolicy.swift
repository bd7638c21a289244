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
    /// For the newest release, an accept also has grounds that hold independently. There the order
    /// of served certificates and an unrelated one have no effect, and one more pin causes no
    /// rejection.
    ///
    /// An input is choices: of settings, then of a setup.
    public static let evaluatePolicy = FuzzTarget("EvaluatePolicy") { bytes in
        var choices = Choices(bytes)
        let party = PinningParties.all[choices.below(PinningParties.all.count)]
        var generator = SetupGenerator(choices, of: PinningParties.population)
        guard let facts = generator.setup() else { return }
        let setup = facts.setup
        let decision = party.policy.evaluate(setup.presented, for: setup.identity)
        let isAccepted = decision.isAccept
        func scene() -> String { "\(party.form) \(setup)" }
        invariant(isAccepted == party.form.accepts(facts), "not as its closed form: \(scene())")
        // Only the newest release passes the checks below; older ones count certificates, for one.
        guard party.form.version == AFNetworkingClosedForm.versions.last else { return }
        invariant(party.form.founds(decision.verdict, in: facts), "unfounded: \(scene())")

        var turned = setup
        turned.served = setup.served.prefix(1) + setup.served.dropFirst().reversed()
        turned.served.append(generator.outsider())
        invariant(party.accepts(turned) == isAccepted, "an order or a stray matters: \(scene())")

        var pinned = setup
        pinned.pins.append(generator.stranger())
        invariant(!isAccepted || party.accepts(pinned), "one pin more rejects: \(scene())")
    }
}

/// A combination of settings in closed form, and the model that has them.
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
