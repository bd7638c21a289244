import PathValidation

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
    /// A difference that the scenario documents.
    case known(because: String)
    /// A documented difference that no longer happens, or is past its date.
    case staleDifference(String)
    /// A right rejection that proves nothing, because the party does not accept the control setup
    /// either; what it said of that.
    case inconclusive(control: String)
    /// The party cannot express the setup.
    case notApplicable(String)
    /// The attack did not reach the party before it decided: no pass, and no weakness.
    case notDelivered(String)
    /// There is no verdict.
    case error(HarnessError)

    /// An outcome without its operands.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case pass
        case falseAccept = "false-accept"
        case falseReject = "false-reject"
        case wrongReason = "wrong-reason"
        case wrongObservation = "wrong-observation"
        case known
        case staleDifference = "stale-difference"
        case inconclusive
        case notApplicable = "not-applicable"
        case notDelivered = "not-delivered"
        case timeout
        /// The party died.
        case crash
        /// The connection was closed without an alert and without a word.
        case closed
        /// The party did something that is neither an accept nor a refusal.
        case clientError = "client-error"
        /// The harness could not forge or serve.
        case harnessError = "harness-error"

        /// Whether it fails the run.
        package var isFailure: Bool {
            switch self {
            case .pass, .known, .notApplicable, .notDelivered: false
            case .falseAccept, .falseReject, .wrongReason, .wrongObservation, .staleDifference,
                .inconclusive, .timeout, .crash, .closed, .clientError, .harnessError:
                true
            }
        }
    }

    /// The outcome's word in run files and reports.
    package var kind: Kind {
        switch self {
        case .pass: .pass
        case .falseAccept: .falseAccept
        case .falseReject: .falseReject
        case .wrongReason: .wrongReason
        case .wrongObservation: .wrongObservation
        case .known: .known
        case .staleDifference: .staleDifference
        case .inconclusive: .inconclusive
        case .notApplicable: .notApplicable
        case .notDelivered: .notDelivered
        case .error(.forge), .error(.wire), .error(.files): .harnessError
        case .error(.timeout): .timeout
        case .error(.closed): .closed
        case .error(.crash): .crash
        case .error(.client), .error(.undialled): .clientError
        }
    }
}
