import ClientModels
import ScenarioFormat
import X509

/// A relying party of a run, with its name.
package struct Party: Sendable {
    /// How a party reaches its verdict.
    package enum Kind: Sendable {
        /// A model of a policy, for which Hatpin makes the connection.
        case model(ConfiguredModel)
        /// A program or a closure, which makes or takes connections itself.
        case client(any RelyingParty)
    }

    package let kind: Kind
    /// The policy of a model with all its checks; nil for a program or a closure.
    let policy: (any TrustPolicy)?
    /// The name with settings, as reports show it, and the name without settings.
    package let name, family: String
    /// The party with every setting; rules and known differences apply to it by this reference.
    let reference: PartyReference

    /// Creates the party for a model with its settings.
    package init(_ model: ConfiguredModel) {
        kind = .model(model)
        policy = model.policy
        name = model.name
        family = model.model.name
        reference = PartyReference(name: model.model.name, settings: model.words)
    }

    /// Creates a party that is a program or a closure.
    ///
    /// - Parameters:
    ///   - name: a name that no other party of the run has.
    ///   - party: the program or closure, which decides.
    package init(_ name: String, deciding party: any RelyingParty) {
        kind = .client(party)
        policy = nil
        (self.name, family) = (name, name)
        reference = PartyReference(name: name)
    }

    /// The party's end of the connection, client or server; the other end presents the certificates
    /// that the party judges.
    package var end: RelyingEnd {
        switch kind {
        case .model(let model): model.end
        case .client(let party): party.end
        }
    }

    /// Whether the party is a program or a closure, not a model.
    package var isProgram: Bool { if case .client = kind { true } else { false } }

    /// The rule by which a program's protocol compares names; nil for a model.
    package var names: NameRule? { if case .client(let party) = kind { party.names } else { nil } }

    /// Returns the reason why the party cannot be tested with a setup; nil if it can.
    ///
    /// - Parameters:
    ///   - setup: the setup.
    ///   - isFixed: whether the case names this party, so that it runs whether or not the party
    ///     compares pins.
    ///   - isChainOnly: whether there is no handshake.
    /// - Returns: the reason, as text for the user.
    func obstacle(in setup: Setup, isFixed: Bool, isChainOnly: Bool) -> String? {
        obstacle(to: setup.requirements, isFixed: isFixed, isChainOnly: isChainOnly)
    }

    /// Returns the reason why the party cannot be tested with a setup that has these requirements;
    /// nil if it can.
    func obstacle(to requirements: [Requirement], isFixed: Bool, isChainOnly: Bool) -> String? {
        requirements.lazy.compactMap { requirement in
            lack(of: requirement, isFixed: isFixed, isChainOnly: isChainOnly)
        }
        .first
    }

    private func lack(
        of requirement: Requirement,
        isFixed: Bool,
        isChainOnly: Bool
    ) -> String? {
        if case .serversOwn(let words) = requirement, end == .server {
            return "only servers have \(words)"
        }
        if requirement == .conduct, end == .client { return "the case is about a server" }
        switch kind {
        case .model(let model):
            let lack =
                isChainOnly
                ? ChainOnlyParty.lack(of: requirement, by: model)
                : ModelParty.lack(of: requirement)
            return lack ?? model.lack(of: requirement, isFixed: isFixed)
        case .client(let party):
            return isChainOnly ? "\(name) needs a handshake" : party.lack(of: requirement)
        }
    }

    /// The model; nil for a program or a closure.
    package var model: ConfiguredModel? {
        if case .model(let model) = kind { model } else { nil }
    }
}

extension ConfiguredModel {
    /// The end of the connection at which the model's system is.
    fileprivate var end: RelyingEnd {
        capabilities.contains(.clientCertificates) ? .server : .client
    }

    /// The reason why the model does not meet a requirement on DNS records or pins; nil if it meets
    /// the requirement, and for other requirements.
    fileprivate func lack(of requirement: Requirement, isFixed: Bool) -> String? {
        switch requirement {
        case .associations, .mailPolicy:
            capabilities.contains(.names) ? nil : "\(name) reads no DNS records"
        case .unpinned:
            isFixed || capabilities.contains(.unpinned)
                ? nil : "\(name) requires a pin, and the setup has none"
        case .emptyPins, .keyPins, .certificatePins, .authorityPins:
            isFixed || capabilities.contains(.pins) ? nil : "\(name) compares no pins"
        case .hashPins:
            capabilities.contains(.hashPins) || !capabilities.contains(.pins)
                ? nil : "\(name) pins certificates, not hashes"
        default: nil
        }
    }
}
