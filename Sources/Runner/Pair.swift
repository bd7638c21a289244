import ClientModels
import PathValidation
import ScenarioFormat

/// A case and the party it is put before.
package struct Pair: Sendable {
    package let scenario: Scenario
    package let party: Party
    /// Of the files that the party was configured with.
    private let documentDigest: [UInt8]

    /// Configures the party.
    ///
    /// - Throws: for a party or setting that does not exist.
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

    /// Puts a case before a party that has no files of its own.
    package init(_ scenario: Scenario, _ party: Party) {
        (self.scenario, self.party) = (scenario, party)
        documentDigest = []
    }

    /// The same case before the party of this name that is among `parties`; itself if there is none.
    package func with(_ parties: [Party]) -> Pair {
        parties.first { $0.name == party.name }.map { Pair(scenario, $0) } ?? self
    }

    /// The expectation that the scenario has of the party.
    var expectation: Expectation { scenario.rule(for: party.reference).expectation }

    /// The difference that is documented in the scenario or beside the party.
    var difference: KnownVerdictDifference? {
        if let difference = scenario.difference(for: party.reference) { return difference }
        guard case .client(let party) = party.kind else { return nil }
        return party.difference(in: scenario)
    }

    func id(repetition: Int) -> String {
        let id = "\(scenario.id)@\(party.name)"
        return repetition == 0 ? id : "\(id)#\(repetition + 1)"
    }

    /// Why the pair cannot be judged; nil where it can.
    func obstacle(isChainOnly: Bool) -> String? {
        party.obstacle(
            in: scenario.setup,
            isFixed: scenario.party != nil,
            isChainOnly: isChainOnly
        )
    }

    /// The pair's part of the input of the plan's hash.
    var fingerprint: [UInt8] {
        Array("\(id(repetition: 0)) \(scenario.definition)\n".utf8) + documentDigest
    }
}

extension Scenario {
    /// The parties that this case is put before, where these are selected; nil for `reference`, or
    /// the one that the case fixes.
    ///
    /// A case that fixes its party runs against that one, where one of its name is selected.
    package func parties(among selected: [PartyReference]?) -> [PartyReference] {
        guard let party else { return selected ?? [PartyReference(name: "reference")] }
        guard let selected else { return [party] }
        return selected.contains { $0.name == party.name } ? [party] : []
    }
}
