import Policies
import Trust
import Wire

/// Whoever decides to trust: a model of a policy, or a program.
package protocol RelyingParty: Sendable {
    /// Faces `challenge` and decides; may block the calling thread up to its deadline.
    ///
    /// - Throws: where there is no verdict. A refusal is a verdict.
    func decide(_ challenge: Challenge) throws(HarnessError) -> Answer
}

/// A verdict with what was seen besides.
package struct Answer: Sendable {
    package let decision: Decision
    /// Nil where nothing crossed a wire.
    package let observed: Observation?
}
