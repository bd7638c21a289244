import X509

/// A record of every rule evaluated on every candidate path, with its result.
package struct PathTrace: Hashable, Sendable {
    /// Consecutive evaluations on one candidate path.
    package struct Step: Hashable, Sendable {
        /// The path as DER, end entity first.
        ///
        /// The last certificate joined the path, or was checked as the issuer of the certificate
        /// before it.
        package let path: [[UInt8]]
        package fileprivate(set) var outcomes: [Outcome]
        /// The CRLs that the rule on revocation could not use.
        package fileprivate(set) var unusedLists: [UnusedList] = []
    }

    /// The result of one rule.
    package struct Outcome: Hashable, Sendable {
        /// The rule's name, or `issuer` or `path-budget` if the search itself ended.
        package let check: String
        /// The rejection; nil if the path passed.
        package let rejection: Rejection?
    }

    /// Steps in the order of the search.
    package private(set) var steps: [Step] = []

    init() {}

    mutating func note(_ check: String, _ rejection: Rejection?, _ path: ArraySlice<Certificate>) {
        let outcome = Outcome(check: check, rejection: rejection)
        let path = path.map(\.der)
        if steps.last?.path == path {
            steps[steps.count - 1].outcomes.append(outcome)
        } else {
            steps.append(Step(path: path, outcomes: [outcome]))
        }
    }

    /// Records the CRLs that the last step could not use.
    mutating func note(unused lists: [UnusedList]) {
        guard !steps.isEmpty else { return }
        steps[steps.count - 1].unusedLists = lists
    }
}
