import PathValidation
import X509

// The URL loading system around a model: it makes a trust object from the served certificates,
// calls the application's delegate, and acts on the answer.

/// The answer of an application's delegate to a server trust challenge, with its details.
package enum ChallengeAnswer: Sendable {
    /// `.useCredential` with the trust: the connection continues, even if the trust fails.
    case useCredential(Grounds)
    /// `.cancelAuthenticationChallenge`, and the error in the application.
    case cancel(Rejection, error: String)
    /// `.rejectProtectionSpace`, and the error in the application; the platform continues with
    /// another authentication method, which does not exist for a server trust.
    case rejectProtectionSpace(Rejection, error: String)
    /// `.performDefaultHandling`: the platform evaluates the trust itself.
    case performDefaultHandling
    /// An uncaught Objective-C exception: the process ends before any answer.
    case exception(Rejection, name: String = URLErrorText.invalidArgument, isConfiguration: Bool)
}

/// Errors as applications print them: domain and code.
package enum URLErrorText {
    /// `NSURLErrorCancelled`.
    package static let cancelled = "NSURLErrorDomain -999"
    /// `NSURLErrorSecureConnectionFailed`.
    package static let secureConnectionFailed = "NSURLErrorDomain -1200"
    /// `NSURLErrorServerCertificateUntrusted`, also for a wrong name or date (Alamofire 5.12,
    /// Tests/TLSEvaluationTests.swift, the expired host without a manager).
    package static let serverCertificateUntrusted = "NSURLErrorDomain -1202"
    /// `NSInvalidArgumentException`: nil was inserted into an array.
    package static let invalidArgument = "NSInvalidArgumentException"
    /// `NSInternalInconsistencyException`: an assertion failed.
    package static let internalInconsistency = "NSInternalInconsistencyException"
}

extension Presented {
    /// Returns the decision on a challenge that `delegate` answers.
    ///
    /// The trust has an SSL policy for `identity`, like the trust that URLSession creates. If no
    /// trust object can be made, the handshake fails and the delegate is not called.
    package func challenge(
        for identity: ReferenceIdentity,
        checks: CheckSet,
        _ delegate: (inout ServerTrust) -> ChallengeAnswer
    ) -> Decision {
        var trust: ServerTrust
        do {
            trust = try ServerTrust(self, policies: [.ssl(host: identity)], checks: checks)
        } catch {
            return Decision(.reject(error), error: URLErrorText.secureConnectionFailed)
        }
        switch delegate(&trust) {
        case .useCredential(let grounds):
            return Decision(
                .accept(grounds),
                disposition: .useCredential,
                trustResult: trust.decidedResult
            )
        case .cancel(let rejection, let error):
            return Decision(
                .reject(rejection),
                disposition: .cancel,
                trustResult: trust.decidedResult,
                error: error
            )
        case .rejectProtectionSpace(let rejection, let error):
            return Decision(
                .reject(rejection),
                disposition: .rejectProtectionSpace,
                trustResult: trust.decidedResult,
                error: error
            )
        case .performDefaultHandling:
            return defaultHandling(of: &trust)
        case .exception(let rejection, let name, let isConfiguration):
            return Decision(
                .reject(rejection),
                trustResult: trust.decidedResult,
                error: isConfiguration ? nil : name,
                configurationError: isConfiguration ? name : nil
            )
        }
    }

    private func defaultHandling(of trust: inout ServerTrust) -> Decision {
        let verdict: Verdict
        do {
            verdict = .accept(.path(try trust.evaluateWithError()))
        } catch {
            verdict = .reject(error)
        }
        return Decision(
            verdict,
            disposition: .performDefaultHandling,
            trustResult: trust.decidedResult,
            error: trust.decidedResult.isTrusted ? nil : URLErrorText.serverCertificateUntrusted
        )
    }

    /// The pinned certificates, each once, in the order given.
    package var pinnedCertificates: [[UInt8]] {
        pinnedFiles.reduce(into: []) { unique, certificate in
            if !unique.contains(certificate) { unique.append(certificate) }
        }
    }

    /// The pinned certificates as given, including duplicates.
    ///
    /// Hashes are omitted: a client that keeps pins as certificate files cannot state them, and its
    /// model lacks the capability `hash-pins`.
    package var pinnedFiles: [[UInt8]] { (pins ?? []).compactMap(\.certificate) }
}

extension Rejection {
    /// The reason for a rejection where the pins are the only anchors.
    ///
    /// A chain that leads to no pin is not pinned, even if the store has the chain's anchor.
    package var whereAnchorsArePins: Rejection {
        switch self {
        case .unknownIssuer, .selfSigned: .pinMismatch
        default: self
        }
    }
}
