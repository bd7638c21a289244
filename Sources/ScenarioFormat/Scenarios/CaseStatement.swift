import Crypto

/// What a case states besides its setup and its party.
struct CaseStatement: Sendable {
    /// The 1-based line of `expect`.
    let line: Int
    let notes: ScenarioNotes
    let rules: [ExpectationRule]
    /// The decisions of a correct client; nil if they are those in `rules`.
    let secure: [ExpectationRule]?
    let known: [KnownVerdictDifference]

    /// Returns the decision of a correct client; nil if it is that of `rules`.
    func secure(at coordinates: [String: String]) -> Expectation? {
        guard let secure else { return nil }
        let none = PartyReference(name: "")
        return secure.first { $0.applies(to: none, at: coordinates) }?.expectation
    }

    /// Whether a correct client may do anything but accept.
    ///
    /// A control must then show that the party can accept a similar setup.
    func needsControl(at coordinates: [String: String]) -> Bool {
        secure(at: coordinates)?.needsControl ?? rules.contains { $0.expectation.needsControl }
    }
}

/// The notes of a scenario, which do not change what runs.
struct ScenarioNotes: Sendable {
    var about = ""
    var sources: [String] = []
    var covers: [String] = []
    var tags: [String] = []
    var importance = Severity.medium
    var `class` = Scenario.Class.practical
    var gains: Gain?
}
