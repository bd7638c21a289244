import PKIX

/// What was asked on the way to a verdict: every check on every candidate path, and what came of
/// it.
package struct PathTrace: Hashable, Sendable {
    /// Checks that were asked one after the other of one candidate path.
    package struct Step: Hashable, Sendable {
        /// DER, end entity first; the last joined, or was judged as the issuer of the one before.
        package let path: [[UInt8]]
        package fileprivate(set) var outcomes: [Outcome]
    }

    /// What came of one check.
    package struct Outcome: Hashable, Sendable {
        /// The check's name; `issuer` and `path-budget` where the search itself went no further.
        package let check: String
        /// Why the path was refused; nil where it passed.
        package let rejection: Rejection?
    }

    /// In the order of the search.
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
}
