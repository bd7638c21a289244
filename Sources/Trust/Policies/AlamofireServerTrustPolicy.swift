import PKIX

extension PolicyModel {
    /// `ServerTrustPolicy` as Alamofire 4's `SessionDelegate` asks it.
    static let alamofire = PolicyModel(
        name: "alamofire",
        about: "Alamofire's ServerTrustPolicy: default evaluation, pins, or nothing at all.",
        source: "Alamofire 4.9.1, Source/ServerTrustPolicy.swift, SessionDelegate.swift",
        settings: [
            Setting(
                "version",
                ["4.9.1"],
                fallback: "4.9.1",
                about: "The release that is transcribed."
            ),
            Setting(
                "policy",
                AlamofireServerTrustPolicy.Name.allCases.map(\.rawValue),
                fallback: AlamofireServerTrustPolicy.Name.performDefaultEvaluation.rawValue,
                about: "The case of ServerTrustPolicy for the host."
            ),
            .flag(
                "validate-certificate-chain",
                fallback: true,
                about: "validateCertificateChain of the pinning cases: evaluate the chain at all."
            ),
            .flag(
                "validate-host",
                fallback: true,
                about: "validateHost: check the host where the chain is evaluated."
            ),
        ],
        capabilities: { settings in
            switch AlamofireServerTrustPolicy.Name(rawValue: settings["policy"]) {
            case .pinCertificates, .pinPublicKeys: [.pins]
            case .performDefaultEvaluation, .disableEvaluation, nil: [.unpinned]
            }
        },
        policy: { settings in
            AlamofireServerTrustPolicy(
                name: AlamofireServerTrustPolicy.Name(rawValue: settings["policy"])
                    ?? .performDefaultEvaluation,
                validateCertificateChain: settings.isOn("validate-certificate-chain"),
                validateHost: settings.isOn("validate-host")
            )
        }
    )
}

/// `ServerTrustPolicy` of Alamofire 4.9.1, case by case, for a host that has an entry in the
/// `ServerTrustPolicyManager`.
///
/// As in the original:
/// - `validateHost` decides nothing where `validateCertificateChain` is off: no policy is installed
///   and nothing is evaluated, so an expired certificate for another host passes with its pin.
/// - `pinCertificates` with the chain makes the pins the only anchors. The platform's trust is not
///   asked, so whatever chains to a pinned authority passes, and a pinned self-signed certificate
///   works.
/// - `pinPublicKeys` with the chain demands the platform's trust and a key, so a private authority
///   cannot be used.
/// - `performDefaultEvaluation` stops no proxy whose root the user installed.
/// - Files that are no certificates, and certificates whose key cannot be extracted, are skipped.
struct AlamofireServerTrustPolicy: TrustPolicy {
    /// The cases of `ServerTrustPolicy` that need neither revocation flags nor a closure.
    enum Name: String, CaseIterable, Sendable {
        case performDefaultEvaluation = "default-evaluation"
        case pinCertificates = "pin-certificates"
        case pinPublicKeys = "pin-public-keys"
        case disableEvaluation = "disable-evaluation"
    }

    var name: Name
    var validateCertificateChain = true
    var validateHost = true

    /// `SessionDelegate`: use the credential, or cancel.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        presented.challenge(for: identity) { trust in
            do throws(Rejection) {
                return .useCredential(
                    try evaluate(
                        &trust,
                        forHost: identity,
                        pins: presented.pinnedCertificates.filter(ServerTrust.isCertificate)
                    )
                )
            } catch {
                return .cancel(error, error: URLErrorText.cancelled)
            }
        }
    }

    /// `evaluate(_:forHost:)`.
    func evaluate(
        _ serverTrust: inout ServerTrust,
        forHost host: ReferenceIdentity,
        pins: [[UInt8]]
    ) throws(Rejection) -> Grounds {
        switch name {
        case .performDefaultEvaluation:
            serverTrust.setPolicies([.ssl(host: validateHost ? host : nil)])
            return .path(try serverTrust.evaluateWithError())
        case .pinCertificates:
            return try pinCertificates(pins, in: &serverTrust, forHost: host)
        case .pinPublicKeys:
            let publicKeys = pins.compactMap(ServerTrust.copyKey)
            return try pinPublicKeys(publicKeys, in: &serverTrust, forHost: host)
        case .disableEvaluation:
            return .unchecked
        }
    }

    private func pinCertificates(
        _ pinnedCertificates: [[UInt8]],
        in serverTrust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(Rejection) -> Grounds {
        if validateCertificateChain {
            serverTrust.setPolicies([.ssl(host: validateHost ? host : nil)])
            serverTrust.setAnchorCertificates(pinnedCertificates)
            serverTrust.setAnchorCertificatesOnly(true)
            do {
                return .path(try serverTrust.evaluateWithError())
            } catch {
                throw pinnedCertificates.isEmpty ? .pinsMissing : error.whereAnchorsArePins
            }
        } else {
            guard !pinnedCertificates.isEmpty else { throw .pinsMissing }
            guard serverTrust.certificateChain.contains(where: pinnedCertificates.contains) else {
                throw .pinMismatch
            }
            return .pin
        }
    }

    private func pinPublicKeys(
        _ pinnedPublicKeys: [ServerTrust.Key],
        in serverTrust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(Rejection) -> Grounds {
        var grounds = Grounds.pin
        if validateCertificateChain {
            serverTrust.setPolicies([.ssl(host: validateHost ? host : nil)])
            grounds = .path(try serverTrust.evaluateWithError())
        }
        guard !pinnedPublicKeys.isEmpty else { throw .pinsMissing }
        let publicKeys = serverTrust.certificateChain.compactMap(ServerTrust.copyKey)
        guard publicKeys.contains(where: pinnedPublicKeys.contains) else { throw .pinMismatch }
        return grounds
    }
}
