import Policies
import Scenarios

/// A relying party of a run, and what it is called.
package struct Party: Sendable {
    /// How a party comes to its verdict.
    package enum Kind: Sendable {
        /// A model of a policy, which speaks through our own TLS client.
        case model(ConfiguredModel)
        /// A program or a closure with a client of its own.
        case client(any RelyingParty)
    }

    package let kind: Kind
    /// With settings, as judgements show it; the same without.
    package let name, family: String
    /// With every setting stated, as rules and departures compare it.
    let reference: PartyReference

    /// A model with its settings.
    init(_ model: ConfiguredModel) {
        kind = .model(model)
        name = model.name
        family = model.model.name
        reference = PartyReference(name: model.model.name, settings: model.words)
    }

    /// A party with a client of its own.
    ///
    /// - Parameters:
    ///   - name: unique among the parties of a run.
    ///   - party: makes the connections itself and decides.
    package init(_ name: String, deciding party: any RelyingParty) {
        kind = .client(party)
        (self.name, family) = (name, name)
        reference = PartyReference(name: name)
    }

    /// The model; nil for a party with a client of its own.
    package var model: ConfiguredModel? {
        if case .model(let model) = kind { model } else { nil }
    }
}
