/// A mistake that reviews know.
package struct Rule: Hashable, Sendable {
    /// Such as `NSC-006`; the letters are those of its system.
    package let id: String
    /// Where nothing in the file makes it weigh less.
    package let gravity: Gravity
    /// The mistake in a fragment, for the manual.
    package let about: String

    package init(_ id: String, _ gravity: Gravity, _ about: String) {
        (self.id, self.gravity, self.about) = (id, gravity, about)
    }
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
