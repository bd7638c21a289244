import Forge
import Scenarios
import Trust
import Wire

// Runner puts scenarios before relying parties: it forges, serves, lets decide and judges, and
// emits events. It reads no files and formats nothing.

/// Why there is no verdict.
package enum HarnessError: Error, Sendable {
    /// A world that cannot be made.
    case forge(ForgeError)
    /// The harness's own sockets or TLS failed.
    case wire(WireError)
    /// The party did not decide within the deadline, in seconds.
    case timeout(Double)
    /// The party closed the connection without an alert and without a word.
    case closed
    /// The party did something that is neither an accept nor a refusal.
    case client(String)
    /// The party died.
    case crash(String)
}

/// How a verdict compares with what was expected.
package enum Outcome: Sendable {
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
    /// A right rejection that proves nothing, because the party rejects the control world too.
    case void(control: String)
    /// The party cannot express the world.
    case notApplicable(String)
    /// There is no verdict.
    case error(HarnessError)
}
