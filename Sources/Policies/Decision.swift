import PKIX
import Trust

/// What the delegate of a URL loading system answers to a server trust challenge
/// (`URLSession.AuthChallengeDisposition`).
package enum Disposition: String, CaseIterable, Hashable, Sendable {
    case useCredential = "use-credential"
    case performDefaultHandling = "perform-default-handling"
    case cancel
    case rejectProtectionSpace = "reject-protection-space"
}

/// `SecTrustResultType`, in the order of its raw values 0 to 7.
package enum TrustResult: String, CaseIterable, Hashable, Sendable {
    case invalid
    case proceed
    case confirm
    case deny
    case unspecified
    case recoverableFailure = "recoverable-failure"
    case fatalFailure = "fatal-failure"
    case otherError = "other-error"
}

/// A policy's whole answer: the verdict, and what its caller would see besides.
package struct Decision: Hashable, Sendable {
    package var verdict: Verdict
    /// What the delegate answered; nil for a party that has none.
    package var disposition: Disposition?
    /// The platform's trust result when the policy had decided; nil for a party that has none.
    package var trustResult: TrustResult?
    /// The error that the application sees, such as `NSURLErrorDomain -1202`.
    package var error: String?
    /// What went wrong before any connection, such as `Invalid Security Policy`.
    package var configurationError: String?

    package init(
        _ verdict: Verdict,
        disposition: Disposition? = nil,
        trustResult: TrustResult? = nil,
        error: String? = nil,
        configurationError: String? = nil
    ) {
        self.verdict = verdict
        self.disposition = disposition
        self.trustResult = trustResult
        self.error = error
        self.configurationError = configurationError
    }

    /// A configuration that its system refuses, in the system's words: no connection comes of it.
    package static func unusable(_ configurationError: String) -> Decision {
        Decision(
            .reject(.policyGuard(configurationError)),
            configurationError: configurationError
        )
    }
}
