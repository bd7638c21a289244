import ClientModels
import PathValidation

/// Makes the rules of `expect` and `secure`, and reports contradictions.
struct ExpectationReader {
    /// The coordinates that `when` can compare, by their full names.
    private let coordinates: [String]
    /// The entities of the setup, for `path`; nil if the names in `path` are not checked.
    private let entities: [String]?
    /// The names of clients; nil if they are not known.
    private let clients: [String]?
    private var found = Diagnostics()

    var diagnostics: [Diagnostic] { found.all }

    init(coordinates: [String], entities: [String]?, clients: [String]? = nil) {
        self.coordinates = coordinates
        self.entities = entities
        self.clients = clients
    }

    /// Returns the rules of a value; a single expectation is one rule that always applies.
    mutating func rules(_ value: Value) -> [ExpectationRule] {
        guard let list = value.list else {
            return [ExpectationRule(when: [:], expectation: expectation(value), line: value.line)]
        }
        let rules = list.map { element in
            ExpectationRule(
                when: conditions(element),
                expectation: expectation(element),
                line: element.line,
                parties: parties(element)
            )
        }
        for (index, rule) in rules.enumerated() where rule.when.isEmpty && index < rules.count - 1 {
            found.report(.ruleAfterFinal, list[index + 1])
        }
        if let last = rules.last, !last.when.isEmpty { found.report(.noFinalRule, value) }
        return rules
    }

    private mutating func conditions(_ value: Value) -> [String: [String]] {
        var conditions: [String: [String]] = [:]
        for entry in value["when"]?.entries ?? [] {
            let values = entry.value.elements
            switch Coordinate.resolve(entry.key, among: coordinates) {
            case .success(let name): conditions[name, default: []] += values.compactMap(\.text)
            case .failure(let fault):
                found.report(fault, entry.place, entry.key)
                // The rule keeps a condition, so that the rule causes no second diagnostic.
                conditions[entry.key] = []
            }
        }
        return conditions
    }

    /// Returns the parties that a rule names; nil if the rule does not compare parties.
    private mutating func parties(_ value: Value) -> [PartyReference]? {
        guard let stated = value["when"]?["party"] else { return nil }
        let parties = Form<[PartyReference]>.list(of: .text(.party)).read(stated, reporting: &found)
        for (party, element) in zip(parties ?? [], stated.elements) {
            do throws(Fault) {
                try party.requireClient(among: clients)
            } catch {
                found.report(error, element)
            }
        }
        return parties
    }

    private mutating func expectation(_ value: Value) -> Expectation {
        guard value.isMapping, let stated = Forms.verdict.read(value, reporting: &found) else {
            return Expectation(verdict: .accept)
        }
        switch (value.entry("accept"), value.entry("reject")) {
        case (nil, _?), (_?, nil): break
        case (_?, let reject?):
            found.report(.exclusive("accept", "reject"), reject.place, reject.key)
        case (nil, nil):
            found.report(.exactlyOne(of: ["accept", "reject"], in: "an expectation"), value)
        }
        for element in value["path"]?.elements ?? [] {
            guard let entities, let name = element.text, !entities.contains(name) else { continue }
            found.report(.unknownEntity(name, known: entities), element)
        }
        var expectation = stated.expectation
        if let reasons = stated.reject, stated.accept == nil {
            expectation.verdict = .reject(reasons)
            let refusal = value["or"]?.elements
                .first { $0.text == Expectation.Alternative.refusal.rawValue }
            if let refusal { found.report(.refusalBesideReject, refusal) }
        }
        return expectation
    }
}

/// The names of the coordinates that `when` and `skip` compare.
enum Coordinate {
    /// Returns the full name of an axis or other coordinate, given in full or by the last
    /// components of its path.
    static func resolve(_ written: String, among names: [String]) -> Result<String, Fault> {
        if names.contains(written) { return .success(written) }
        let matches = names.filter { $0.hasSuffix("." + written) }
        if matches.count == 1 { return .success(matches[0]) }
        return .failure(
            matches.isEmpty
                ? .unknownCoordinate(written, known: names)
                : .ambiguousCoordinate(written, matches)
        )
    }
}

extension Value {
    var line: Int { place.mark.line }
}

extension ExpectationRule {
    /// Whether the rule applies to a party at coordinates such as `leaf.key: rsa1024`.
    func applies(to party: PartyReference, at coordinates: [String: String]) -> Bool {
        isOpen(at: coordinates) && (parties?.contains { $0.covers(party) } ?? true)
    }

    /// Whether the rule applies to any party at these coordinates.
    func isOpen(at coordinates: [String: String]) -> Bool {
        when.allSatisfy { name, values in
            name == "party" || coordinates[name].map(values.contains) ?? false
        }
    }
}
