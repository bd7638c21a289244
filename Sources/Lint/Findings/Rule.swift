/// A mistake that reviews know.
package struct Rule: Hashable, Sendable {
    /// Such as `NSC-006`; the letters are those of its system.
    package let id: String
    /// Where nothing in the file makes it weigh less.
    package let severity: Severity
    /// Whether users lose their connections by it, and no attacker gains: the app crashes at launch,
    /// or refuses every server.
    package let isOutage: Bool
    /// The mistake in a fragment, for the manual.
    package let about: String

    package init(_ id: String, _ severity: Severity, _ about: String) {
        self.init(id, severity, about, isOutage: false)
    }

    /// A mistake that is an outage: of high severity.
    package init(outage id: String, _ about: String) {
        self.init(id, .high, about, isOutage: true)
    }

    private init(_ id: String, _ severity: Severity, _ about: String, isOutage: Bool) {
        (self.id, self.severity, self.about, self.isOutage) = (id, severity, about, isOutage)
    }

    /// The rule where the rest of the file makes an outage of the mistake.
    package var outage: Rule { Rule(outage: id, about) }
}

/// The mistakes of a system's files.
package struct RuleTable: Sendable {
    /// The system, as a heading of the manual.
    package let system: String
    package let rules: [Rule]

    package init(_ system: String, _ rules: [Rule]) {
        (self.system, self.rules) = (system, rules)
    }
}
