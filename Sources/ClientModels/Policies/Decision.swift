import PathValidation
import X509

/// The answer of a URL loading system's delegate to a server trust challenge
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

/// The answer of a policy: the verdict, and the details that its caller would see.
package struct Decision: Hashable, Sendable {
    /// The verdict: accepted on grounds, or rejected for a reason.
    package var verdict: Verdict
    /// The delegate's answer; nil for a party without a delegate.
    package var disposition: Disposition?
    /// The platform's trust result after the policy's decision; nil for a party whose platform has
    /// no trust results.
    package var trustResult: TrustResult?
    /// The error in the application, such as `NSURLErrorDomain -1202`.
    package var error: String?
    /// The error before any connection, such as `Invalid Security Policy`.
    package var configurationError: String?

    /// Creates an answer; each parameter is the property with its name.
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

    /// Returns the rejection of a configuration by its own system, in that system's words.
    package static func unusable(_ configurationError: String) -> Decision {
        Decision(
            .reject(.policyGuard(configurationError)),
            configurationError: configurationError
        )
    }
}
