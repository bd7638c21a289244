import Trust

// Runner puts scenarios before relying parties: it forges, serves, lets decide and judges, and
// emits events. It reads no files and formats nothing.

/// How a verdict compares with what was expected.
package enum Outcome: Hashable, Sendable {
    case pass
    /// Accepted what must be rejected.
    case falseAccept
    /// Rejected what must be accepted.
    case falseReject
    /// Rejected, for another reason.
    case wrongReason
    /// The verdict is right; another observation that `expect` asserts is not. The operands are
    /// the observation's key, what was expected and what was seen.
    case wrongObservation(key: String, expected: String, observed: String)
    /// A departure that the scenario documents.
    case known(because: String)
    /// A documented departure that no longer happens, or is past its date.
    case staleDeparture(String)
    /// A right rejection that proves nothing, because the party does not accept the control world
    /// either; what it said of that.
    case void(control: String)
    /// The party cannot express the world.
    case notApplicable(String)
    /// There is no verdict.
    case error(HarnessError)

    /// Whether the run is as it should be.
    package var isExpected: Bool {
        switch self {
        case .pass, .known, .notApplicable: true
        case .falseAccept, .falseReject, .wrongReason, .wrongObservation, .staleDeparture, .void,
            .error:
            false
        }
    }
}
