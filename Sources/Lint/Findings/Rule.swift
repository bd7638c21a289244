import ScenarioFormat

/// A kind of mistake that Lint reports.
package struct Rule: Hashable, Sendable {
    /// The ID, such as `NSC-006`; the letters stand for the system.
    package let id: String
    /// The severity, unless the file or its path makes the mistake less severe.
    package let severity: Severity
    /// Whether the mistake breaks connections instead of helping an attacker: the app crashes at
    /// launch or rejects every server.
    package let isOutage: Bool
    /// The mistake as a fragment, for the manual.
    package let about: String

    package init(_ id: String, _ severity: Severity, _ about: String) {
        self.init(id, severity, about, isOutage: false)
    }

    /// Creates a rule for a mistake that causes an outage, with high severity.
    package init(outage id: String, _ about: String) {
        self.init(id, .high, about, isOutage: true)
    }

    private init(_ id: String, _ severity: Severity, _ about: String, isOutage: Bool) {
        (self.id, self.severity, self.about, self.isOutage) = (id, severity, about, isOutage)
    }

    /// The same rule for cases in which the rest of the file makes the mistake an outage.
    package var outage: Rule { Rule(outage: id, about) }
}

/// The rules for the files of one system.
package struct RuleTable: Sendable {
    /// The name of the system, a heading in the manual.
    package let system: String
    package let rules: [Rule]

    package init(_ system: String, _ rules: [Rule]) {
        (self.system, self.rules) = (system, rules)
    }
}
