import PathValidation
import X509

/// `ServerTrustPolicy` of Alamofire 4.9.1, case by case, with its `ServerTrustPolicyManager`.
///
/// `ModelScope.alamofire` lists the consequences.
struct ServerTrustPolicy: TrustPolicy {
    /// The cases of Alamofire's `ServerTrustPolicy`.
    enum Name: String, CaseIterable, Sendable {
        case performDefaultEvaluation = "default-evaluation"
        case performRevokedEvaluation = "revoked-evaluation"
        case pinCertificates = "pin-certificates"
        case pinPublicKeys = "pin-public-keys"
        case disableEvaluation = "disable-evaluation"
        case customEvaluation = "custom-evaluation"
    }

    let name: Name
    let validateCertificateChain: Bool
    let validateHost: Bool
    let revocationFlags: ServerTrust.RevocationFlags
    /// The result of the closure of `customEvaluation`.
    let closure: Bool
    let entry: AlamofireHostEntry
    let bundle: AlamofireBundle
    var checks = CheckSet.all

    /// Decides as `SessionDelegate` does: use the credential, cancel, or let the platform decide.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        presented.challenge(for: identity, checks: checks) { trust in
            guard !checks.contains(.alamofireHostEntry) || entry.isFound(forHost: identity.host)
            else { return .performDefaultHandling }
            do throws(Rejection) {
                return .useCredential(
                    try evaluate(
                        &trust,
                        forHost: identity,
                        pins: bundle.certificates(
                            presented,
                            isSearched: checks.contains(.alamofireBundle)
                        )
                    )
                )
            } catch {
                return .cancel(error, error: URLErrorText.cancelled)
            }
        }
    }

    func evaluate(
        _ serverTrust: inout ServerTrust,
        forHost host: ReferenceIdentity,
        pins: [[UInt8]]
    ) throws(Rejection) -> Grounds {
        let ssl = ServerTrust.Policy.ssl(
            host: validateHost && checks.contains(.alamofireValidateHost) ? host : nil
        )
        switch name {
        case .performDefaultEvaluation:
            serverTrust.setPolicies([ssl])
            return try trustIsValid(&serverTrust, .alamofireDefaultEvaluation)
        case .performRevokedEvaluation:
            serverTrust.setPolicies([ssl, .revocation(revocationFlags)])
            return try trustIsValid(&serverTrust, .alamofireRevokedEvaluation)
        case .pinCertificates:
            return try pinCertificates(pins, in: &serverTrust, ssl)
        case .pinPublicKeys:
            return try pinPublicKeys(pins.compactMap(ServerTrust.copyKey), in: &serverTrust, ssl)
        case .disableEvaluation:
            return .unchecked
        case .customEvaluation:
            guard closure || !checks.contains(.alamofireCustomEvaluation) else {
                throw .policyGuard("customEvaluation's closure returns false")
            }
            return .unchecked
        }
    }

    private func pinCertificates(
        _ pinnedCertificates: [[UInt8]],
        in serverTrust: inout ServerTrust,
        _ policy: ServerTrust.Policy
    ) throws(Rejection) -> Grounds {
        if validateCertificateChain {
            serverTrust.setPolicies([policy])
            if checks.contains(.alamofirePinnedAnchors) {
                serverTrust.setAnchorCertificates(pinnedCertificates)
                serverTrust.setAnchorCertificatesOnly(true)
            }
            do {
                return try trustIsValid(&serverTrust, .alamofirePinnedChain)
            } catch {
                throw pinnedCertificates.isEmpty ? .pinsMissing : error.whereAnchorsArePins
            }
        }
        guard
            serverTrust.certificateChain.contains(where: pinnedCertificates.contains)
                || !checks.contains(.alamofirePinnedCertificate)
        else { throw pinnedCertificates.isEmpty ? .pinsMissing : .pinMismatch }
        return .pin
    }

    private func pinPublicKeys(
        _ pinnedPublicKeys: [ServerTrust.Key],
        in serverTrust: inout ServerTrust,
        _ policy: ServerTrust.Policy
    ) throws(Rejection) -> Grounds {
        var grounds = Grounds.pin
        if validateCertificateChain {
            serverTrust.setPolicies([policy])
            grounds = try trustIsValid(&serverTrust, .alamofirePinnedKeyChain)
        }
        let publicKeys = serverTrust.certificateChain.compactMap(ServerTrust.copyKey)
        guard
            publicKeys.contains(where: pinnedPublicKeys.contains)
                || !checks.contains(.alamofirePinnedKey)
        else { throw pinnedPublicKeys.isEmpty ? .pinsMissing : .pinMismatch }
        return grounds
    }

    /// Returns the path if the platform trusts the chain, as `trustIsValid(_:)` does; unchecked if
    /// a mutant omits `check`.
    private func trustIsValid(
        _ trust: inout ServerTrust,
        _ check: ModelCheck
    ) throws(Rejection) -> Grounds {
        checks.contains(check) ? .path(try trust.evaluateWithError()) : .unchecked
    }
}
