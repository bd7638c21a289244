/// The reason why another implementation decides a class of cases differently from our
/// implementation.
///
/// ```swift
/// KnownDifference(
///     "the last second",
///     .stricter,
///     "OpenSSL ends a validity when notAfter is reached; RFC 5280 §4.1.2.5 includes it."
/// ) { difference in
///     difference.error?.code == 10 && difference.vanishes { $0.verifyDate -= 1 }
/// }
/// ```
package struct KnownDifference<Subject: Difference>: Sendable {
    /// The side that follows the rule.
    package enum Right: String, Sendable {
        case ours, theirs
        /// The rules allow both decisions, or each side follows its own rule.
        case both
    }

    /// The name in tables; unique in its list.
    package let name: String
    /// The direction in which the other implementation differs.
    package let direction: DifferenceDirection
    /// The side that follows the rule.
    package let right: Right
    /// What the other implementation does, and the rule that it follows or breaks.
    package let about: String
    /// The number of cases in the list's corpus that this explanation covered when it was written.
    ///
    /// Nil if the list is only for fuzzers, whose inputs are not a fixed corpus.
    package private(set) var cases: Int?
    private let isReason: @Sendable (Subject) -> Bool

    /// Makes an explanation of the differences for which `explains` is true.
    ///
    /// - Parameters:
    ///   - name: unique in its list.
    ///   - direction: the direction of the differences that the explanation covers.
    ///   - right: the side that follows the rule.
    ///   - about: the behaviour and the rule, in full sentences.
    ///   - cases: the number of cases that the explanation covered in its list's corpus.
    ///   - explains: returns whether the explanation covers a difference.
    package init(
        _ name: String,
        _ direction: DifferenceDirection,
        right: Right = .ours,
        _ about: String,
        cases: Int? = nil,
        explains: @escaping @Sendable (Subject) -> Bool
    ) {
        (self.name, self.direction, self.right, self.about) = (name, direction, right, about)
        self.cases = cases
        isReason = explains
    }

    /// Whether this explanation covers a difference.
    package func explains(_ difference: Subject) -> Bool {
        difference.direction == direction && isReason(difference)
    }
}

extension Array {
    /// Returns the explanations with `cases` set from a table by name.
    ///
    /// An explanation whose name is not in the table gets the number 0, so its first case is
    /// reported as one too many.
    package func counted<Subject>(
        _ cases: [String: Int]
    ) -> [KnownDifference<Subject>] where Element == KnownDifference<Subject> {
        map { $0.counted(cases[$0.name] ?? 0) }
    }
}

extension KnownDifference {
    fileprivate func counted(_ cases: Int) -> KnownDifference {
        var counted = self
        counted.cases = cases
        return counted
    }
}
