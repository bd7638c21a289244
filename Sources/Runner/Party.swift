import ClientModels
import ScenarioFormat

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
    /// The rule of a model with all its checks; nil for a party with a client of its own.
    let policy: (any TrustPolicy)?
    /// With settings, as judgements show it; the same without.
    package let name, family: String
    /// With every setting stated, as rules and differences compare it.
    let reference: PartyReference

    /// A model with its settings.
    package init(_ model: ConfiguredModel) {
        kind = .model(model)
        policy = model.policy
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
        policy = nil
        (self.name, family) = (name, name)
        reference = PartyReference(name: name)
    }

    /// Whether it has a client of its own.
    package var isProgram: Bool { if case .client = kind { true } else { false } }

    /// Why it cannot be put before a setup; nil where it can.
    ///
    /// - Parameters:
    ///   - setup: the setup that it would face.
    ///   - isFixed: whether it is asked what it makes of pins, although it compares none or insists
    ///     on some.
    ///   - isChainOnly: whether there is no handshake.
    /// - Returns: the reason, for people.
    func obstacle(in setup: Setup, isFixed: Bool, isChainOnly: Bool) -> String? {
        switch kind {
        case .model(let model):
            Self.obstacle(to: model, in: setup, isFixed: isFixed, isChainOnly: isChainOnly)
        case .client(let party):
            isChainOnly ? "\(name) needs a handshake" : party.obstacle(in: setup)
        }
    }

    private static func obstacle(
        to party: ConfiguredModel,
        in setup: Setup,
        isFixed: Bool,
        isChainOnly: Bool
    ) -> String? {
        let obstacle =
            isChainOnly
            ? ChainOnlyParty.obstacle(to: party, in: setup)
            : ModelParty.obstacle(in: setup)
        if let obstacle { return obstacle }
        let capabilities = party.capabilities
        guard let pins = setup.pins else {
            return isFixed || capabilities.contains(.unpinned)
                ? nil : "\(party.name) demands a pin, and there is none"
        }
        if !isFixed, !capabilities.contains(.pins) {
            return "\(party.name) compares no pins"
        }
        let hasHash = pins.contains { if case .sha256 = $0 { true } else { false } }
        if hasHash, !capabilities.contains(.hashPins), capabilities.contains(.pins) {
            return "\(party.name) pins certificates, not hashes"
        }
        return nil
    }

    /// The model; nil for a party with a client of its own.
    package var model: ConfiguredModel? {
        if case .model(let model) = kind { model } else { nil }
    }
}
