import ClientModels
import PathValidation
import ScenarioFormat

/// A case and the party that is tested with it.
package struct Pair: Sendable {
    package let scenario: Scenario
    package let party: Party
    /// The digest of the files that are part of the party's configuration.
    private let documentDigest: [UInt8]

    /// Configures the party.
    ///
    /// - Throws: if the party or a setting does not exist.
    package init(_ scenario: Scenario, _ party: PartyReference) throws(PolicyModelError) {
        self.scenario = scenario
        let model = try PolicyModel.resolve(
            party.name,
            settings: party.settings,
            documents: party.documents,
            standsIn: scenario.party == nil
        )
        self.party = Party(model)
        documentDigest = party.documentDigest
    }

    /// Pairs a case with a party whose configuration has no files.
    package init(_ scenario: Scenario, _ party: Party) {
        self.init(scenario, party, documentDigest: [])
    }

    private init(_ scenario: Scenario, _ party: Party, documentDigest: [UInt8]) {
        (self.scenario, self.party) = (scenario, party)
        self.documentDigest = documentDigest
    }

    /// Returns the party of this pair with another case.
    ///
    /// Both cases must name a party, or neither.
    package func with(_ scenario: Scenario) -> Pair {
        Pair(scenario, party, documentDigest: documentDigest)
    }

    /// Returns the same case with the party of the same name in `parties`; this pair if there is no
    /// such party.
    package func with(_ parties: [Party]) -> Pair {
        parties.first { $0.name == party.name }.map { Pair(scenario, $0) } ?? self
    }

    /// The scenario's expectation of the party.
    var expectation: Expectation { scenario.rule(for: party.reference).expectation }

    /// The known difference that applies, from the scenario or from the party's definition.
    var difference: KnownVerdictDifference? {
        if let difference = scenario.difference(for: party.reference) { return difference }
        guard case .client(let party) = party.kind else { return nil }
        return party.difference(in: scenario)
    }

    func id(repetition: Int) -> String {
        let id = "\(scenario.id)@\(party.name)"
        return repetition == 0 ? id : "\(id)#\(repetition + 1)"
    }

    /// Returns the reason why the pair cannot be judged; nil if it can.
    func obstacle(isChainOnly: Bool) -> String? {
        if party.end == .server, scenario.isOnlyForClients {
            return "only clients compare a host and pins"
        }
        return party.obstacle(
            in: scenario.setup,
            isFixed: scenario.party != nil,
            isChainOnly: isChainOnly
        )
    }

    /// The pair's contribution to the digest of the plan.
    var fingerprint: [UInt8] {
        Array("\(id(repetition: 0)) \(scenario.definition)\n".utf8) + documentDigest
    }
}

extension Rejection.Code {
    /// The reasons that concern the host that a client connects to, or the client's pins.
    fileprivate static let ofClients: Set<Rejection.Code> = [
        .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax, .pinMismatch,
        .pinsMissing, .pinExpired, .policyGuard,
    ]
}

extension Scenario {
    private static let ofHosts = ["names/", "addresses/", "pins/", "proxy/", "starttls/"]

    /// Whether the case is about the host that a client connects to, or about the client's pins.
    ///
    /// Such a case is in a folder about hosts or pins, or a correct client rejects it only for
    /// reasons that no server has.
    var isOnlyForClients: Bool {
        if setup.isOfServers { return false }
        // The folders also have cases that a correct client accepts.
        if Self.ofHosts.contains(where: group.hasPrefix) { return true }
        let stated = secure ?? rule(for: PartyReference(name: PartyReference.reference)).expectation
        guard case .reject(let codes) = stated.verdict else { return false }
        return codes.allSatisfy(Rejection.Code.ofClients.contains)
    }

    /// Returns the parties to test with this case.
    ///
    /// If `selected` is nil, the result is the party that the case names, or otherwise `reference`.
    ///
    /// A case that names a party only runs with that party, and only if that party is selected.
    package func parties(among selected: [PartyReference]?) -> [PartyReference] {
        guard let party else { return selected ?? [PartyReference(name: "reference")] }
        guard let selected else { return [party] }
        return selected.contains { $0.name == party.name } ? [party] : []
    }
}
