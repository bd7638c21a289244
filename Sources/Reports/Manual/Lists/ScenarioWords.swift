import ClientModels
import ScenarioFormat

extension Scenario {
    /// The expectation in one line; rules for several parties follow one another.
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
    /// The one way to write it, for a party that was checked when it was read.
    var fullName: String {
        (try? PolicyModel.resolve(name, settings: settings).name) ?? name
    }
}

extension String {
    /// Cut to a number of characters, with an ellipsis where something is missing.
    func shortened(to length: Int) -> String {
        count <= length ? self : String(prefix(max(0, length - 1))) + "…"
    }
}
