import PathValidation

/// `AFError` of Alamofire 5.12.0, for server trust.
enum AFError: Error, Hashable, CustomStringConvertible {
    case serverTrustEvaluationFailed(reason: ServerTrustFailureReason)

    /// `AFError.ServerTrustFailureReason`, except `policyApplicationFailed`, which the platform
    /// never causes, and the three cases for older platforms.
    enum ServerTrustFailureReason: Hashable, Sendable {
        case noRequiredEvaluator(host: String)
        case noCertificatesFound
        case noPublicKeysFound
        case settingAnchorCertificatesFailed
        case revocationPolicyCreationFailed
        case trustEvaluationFailed(error: Rejection)
        case certificatePinningFailed
        case publicKeyPinningFailed
        case customEvaluationFailed
    }

    /// The case of the error with the case of its reason, such as
    /// `AFError.serverTrustEvaluationFailed(certificatePinningFailed)`.
    var description: String {
        switch self {
        case .serverTrustEvaluationFailed(let reason):
            "AFError.serverTrustEvaluationFailed(\(reason.name))"
        }
    }

    /// The rejection that a verdict has for this error.
    var rejection: Rejection {
        switch self {
        case .serverTrustEvaluationFailed(let reason): reason.rejection
        }
    }
}

extension AFError.ServerTrustFailureReason {
    fileprivate var name: String {
        switch self {
        case .noRequiredEvaluator: "noRequiredEvaluator"
        case .noCertificatesFound: "noCertificatesFound"
        case .noPublicKeysFound: "noPublicKeysFound"
        case .settingAnchorCertificatesFailed: "settingAnchorCertificatesFailed"
        case .revocationPolicyCreationFailed: "revocationPolicyCreationFailed"
        case .trustEvaluationFailed: "trustEvaluationFailed"
        case .certificatePinningFailed: "certificatePinningFailed"
        case .publicKeyPinningFailed: "publicKeyPinningFailed"
        case .customEvaluationFailed: "customEvaluationFailed"
        }
    }

    fileprivate var rejection: Rejection {
        switch self {
        case .noRequiredEvaluator(let host):
            .policyGuard("all hosts must be evaluated, but \(host) has no evaluator")
        case .noCertificatesFound, .noPublicKeysFound: .pinsMissing
        case .settingAnchorCertificatesFailed: .policyGuard("a pin cannot be an anchor")
        case .revocationPolicyCreationFailed:
            .policyGuard("no revocation policy has these options")
        case .trustEvaluationFailed(let error): error
        case .certificatePinningFailed, .publicKeyPinningFailed: .pinMismatch
        case .customEvaluationFailed: .policyGuard("the application's own evaluator throws")
        }
    }
}
