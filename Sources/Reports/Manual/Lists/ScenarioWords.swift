import ClientModels
import ScenarioFormat

extension Scenario {
    /// The expectation in one line; a semicolon separates the rules for different parties.
    var expectedWords: String {
        expectation.map { rule in
            let conditions = rule.when.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.joined(separator: "|"))" }
            let words = ExpectationRecord(rule.expectation).words
            return conditions.isEmpty ? words : "\(conditions.joined(separator: ",")): \(words)"
        }
        .joined(separator: "; ")
    }
}

extension PartyReference {
    /// The party's name with its settings; the name alone if no model has these settings.
    var fullName: String {
        (try? PolicyModel.resolve(name, settings: settings).name) ?? name
    }
}

extension String {
    /// Returns the text cut to a number of characters; an ellipsis marks a cut.
    func shortened(to length: Int) -> String {
        count <= length ? self : String(prefix(max(0, length - 1))) + "…"
    }
}
