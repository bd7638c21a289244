import PathValidation

// Runner tests relying parties with scenarios: it forges and serves a setup, lets the party decide,
// judges the decision, and emits events. It reads no files and formats nothing.

/// The comparison of a verdict with the expectation.
package enum Outcome: Hashable, Sendable {
    case pass
    /// The party accepted what it must reject.
    case falseAccept
    /// The party rejected what it must accept.
    case falseReject
    /// The party rejected for another reason than expected.
    case wrongReason
    /// The verdict is right, but another observation that `expect` asserts is not. The associated
    /// values are the observation's key, the expected value and the observed value.
    case wrongObservation(key: String, expected: String, observed: String)
    /// A difference that the scenario or the party's definition documents.
    case known(because: String)
    /// A documented difference that no longer occurs, or whose date is past.
    case staleDifference(String)
    /// A right rejection that proves nothing, because the party does not accept the control either;
    /// the value is the reason for rejecting the control, or the kind of outcome without a verdict.
    case inconclusive(control: String)
    /// The party cannot express the setup, or the case is not about parties of this end.
    case notApplicable(String)
    /// The attack did not reach the party before it decided, or the party's protocol permits the
    /// decision. This outcome is neither a pass nor a failure.
    case notDelivered(String)
    /// There is no verdict.
    case error(HarnessError)

    /// An outcome without its associated values.
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
        /// The party's program crashed.
        case crash
        /// The connection was closed without an alert or any data.
        case closed
        /// The party neither accepted nor refused.
        case clientError = "client-error"
        /// The harness could not forge or serve the setup.
        case harnessError = "harness-error"

        /// Whether the outcome fails the run.
        package var isFailure: Bool {
            switch self {
            case .pass, .known, .notApplicable, .notDelivered: false
            case .falseAccept, .falseReject, .wrongReason, .wrongObservation, .staleDifference,
                .inconclusive, .timeout, .crash, .closed, .clientError, .harnessError:
                true
            }
        }
    }

    /// The name of the outcome in run files and reports.
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
        case .error(.undelivered): .notDelivered
        case .error(.forge), .error(.wire), .error(.files): .harnessError
        case .error(.timeout): .timeout
        case .error(.closed): .closed
        case .error(.crash): .crash
        case .error(.client), .error(.undialled): .clientError
        }
    }
}
