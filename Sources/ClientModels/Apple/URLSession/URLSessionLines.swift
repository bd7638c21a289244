import PathValidation
import X509

// The lines of a delegate. In `Comparison` every case is correct; in the other enumerations only
// the first case is correct.
extension URLSessionPinning {
    enum Comparison: String, CaseIterable, Sendable {
        /// The certificates: `SecCertificateCopyData` of the leaf and of the pinned file.
        case leafCertificate = "leaf-certificate"
        /// The keys: `SecCertificateCopyKey` of the leaf and of the pinned file. A renewed
        /// certificate with the same key still matches.
        case leafKey = "leaf-key"
        /// The hashes: SHA-256 of the SubjectPublicKeyInfo in the leaf, and a hash in the
        /// configuration.
        case leafKeyHash = "leaf-key-hash"
        /// The leaf is not compared; `SecTrustSetAnchorCertificates` makes the files the anchors.
        case anchors
    }

    /// When the delegate's method is called.
    enum Call: Sendable {
        case atEveryHandshake, never, notOnResumption
    }

    /// The rule for the hosts of a domain.
    enum HostRule: Sendable {
        case itselfAndBelow, itselfAlone, suffix, substring

        func holds(_ identity: ReferenceIdentity, _ domain: String) -> Bool {
            guard case .dns(let text) = identity, let host = HostName(host: text),
                let base = HostName(host: domain)
            else { return false }
            switch self {
            case .itselfAndBelow: return host.isInside(base)
            case .itselfAlone: return host == base
            case .suffix: return text.hasSuffix(domain)
            case .substring: return text.contains(domain)
            }
        }
    }

    /// The policy for the evaluation of the trust.
    enum Policy: Sendable {
        case sslForHost, basicX509
        /// The delegate's own trust keeps the policy that it was created with.
        case neverSet
    }

    /// The part of the evaluation that the delegate reads.
    enum Reading: Sendable {
        case evaluateWithError, recoverableFailureToo, inverted, statusRead, notRead, notCalled
    }

    /// The certificates that are compared with the pin.
    enum Searched: Sendable {
        case leaf, servedList
    }

    /// The bytes that are hashed.
    enum Hashed: Sendable {
        case subjectPublicKeyInfo
        /// The bytes of `SecKeyCopyExternalRepresentation`: PKCS #1 for an RSA key, the point for
        /// an EC key.
        case rawKey
        case certificate
    }

    enum Answer: Sendable {
        case cancel, performDefaultHandling, useCredential

        func challengeAnswer(_ rejection: Rejection) -> ChallengeAnswer {
            switch self {
            case .cancel: .cancel(rejection, error: URLErrorText.cancelled)
            case .performDefaultHandling: .performDefaultHandling
            case .useCredential: .useCredential(.unchecked)
            }
        }
    }
}
