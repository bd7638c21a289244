import FileFormat
import Policies
import Trust

/// Makes rules of `expect` and `secure`, and reports what contradicts itself.
struct ExpectationReader {
    /// What `when` can compare, by names in full.
    private let coordinates: [String]
    /// Entities of the world, for `path`.
    private let entities: [String]
    private(set) var diagnostics: [Diagnostic] = []

    init(coordinates: [String], entities: [String]) {
        self.coordinates = coordinates
        self.entities = entities
    }

    /// The rules that a value states; a single expectation is one rule that always applies.
    mutating func rules(_ value: Value) -> [ExpectationRule] {
        guard let list = value.list else {
            return [ExpectationRule(when: [:], expectation: expectation(value), line: value.line)]
        }
        let rules = list.map { element in
            ExpectationRule(
                when: conditions(element),
                expectation: expectation(element),
                line: element.line
            )
        }
        for (index, rule) in rules.enumerated() where rule.when.isEmpty && index < rules.count - 1 {
            report(.ruleAfterFinal, list[index + 1])
        }
        if let last = rules.last, !last.when.isEmpty { report(.noFinalRule, value) }
        return rules
    }

    private mutating func conditions(_ value: Value) -> [String: [String]] {
        var conditions: [String: [String]] = [:]
        for entry in value["when"]?.entries ?? [] {
            let values = entry.value.elements
            if entry.key == "party" {
                for value in values { checkParty(value) }
            }
            switch Coordinate.resolve(entry.key, among: coordinates) {
            case .success(let name): conditions[name, default: []] += values.compactMap(\.text)
            case .failure(let fault):
                diagnostics.append(Diagnostic(fault, at: entry.place, text: entry.key))
                // The rule stays conditional, so that nothing else is said of it.
                conditions[entry.key] = []
            }
        }
        return conditions
    }

    private mutating func checkParty(_ value: Value) {
        do throws(Fault) {
            _ = try PartyReference(written: value.text ?? "")
        } catch {
            report(error, value)
        }
    }

    private mutating func expectation(_ value: Value) -> Expectation {
        var expectation = Expectation(verdict: .accept)
        guard value.isMapping else { return expectation }
        switch (value.entry("accept"), value.entry("reject")) {
        case (nil, let reject?):
            expectation.verdict = .reject(reasons(reject.value.elements.compactMap(\.text)))
        case (_?, nil): break
        case (_?, let reject?): report(.exclusive("accept", "reject"), reject.place, reject.key)
        case (nil, nil): report(.exactlyOne(of: ["accept", "reject"], in: "an expectation"), value)
        }
        expectation.disposition = value["disposition"]?.text.flatMap(Disposition.init)
        expectation.trustResult = value["trust-result"]?.text.flatMap(TrustResult.init)
        expectation.error = value["error"]?.text
        expectation.alert = value["alert"]?.text
        expectation.path = value["path"]?.elements.compactMap { element in
            if let name = element.text, !entities.contains(name) {
                report(.unknownEntity(name, known: entities), element)
            }
            return element.text
        }
        expectation.connections = value["connections"]?.text.flatMap(wholeNumber)
        expectation.configurationError = value["config-error"]?.text
        return expectation
    }

    private func reasons(_ words: [String]) -> [Rejection.Code] {
        words.contains(Expectation.Verdict.anyReason)
            ? Rejection.Code.allCases : words.compactMap(Rejection.Code.init)
    }

    private mutating func report(_ fault: Fault, _ value: Value) {
        report(fault, value.place, value.text)
    }

    private mutating func report(_ fault: Fault, _ place: Place, _ text: String?) {
        diagnostics.append(Diagnostic(fault, at: place, text: text))
    }
}

/// Names of what `when` and `skip` compare.
enum Coordinate {
    /// The name in full of an axis, or of another coordinate, that is written in full or by the
    /// last components of its path.
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
        guard isOpen(at: coordinates) else { return false }
        guard let parties = when["party"] else { return true }
        return parties.contains { written in
            (try? PartyReference(written: written))?.covers(party) ?? false
        }
    }

    /// Whether the rule applies to some party at these coordinates.
    func isOpen(at coordinates: [String: String]) -> Bool {
        when.allSatisfy { name, values in
            name == "party" || coordinates[name].map(values.contains) ?? false
        }
    }
}
