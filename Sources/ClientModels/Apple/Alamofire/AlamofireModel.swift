import X509

extension PolicyModel {
    /// `ServerTrustPolicy` as Alamofire 4's `SessionDelegate` calls it.
    package static let alamofire = PolicyModel(
        name: "alamofire",
        about: "Alamofire 4's ServerTrustPolicy: default evaluation, pins, or no check at all.",
        source: "Alamofire 4.9.1, Source/ServerTrustPolicy.swift, SessionDelegate.swift",
        scope: .alamofire,
        platform: .apple,
        settings: AlamofireSetting.all,
        checks: [
            .alamofireHostEntry, .alamofireBundle, .alamofireDefaultEvaluation,
            .alamofireRevokedEvaluation, .alamofirePinnedAnchors, .alamofirePinnedChain,
            .alamofirePinnedCertificate, .alamofirePinnedKeyChain, .alamofirePinnedKey,
            .alamofireValidateHost, .alamofireCustomEvaluation,
        ],
        audit: AuditTerms(
            strongest: { settings in
                let pinsCertificates = settings[AlamofireSetting.policy] == .pinCertificates
                return AlamofireSetting.policy
                    .stating(pinsCertificates ? .pinCertificates : .pinPublicKeys)
            },
            ignores: [.connection]
        ),
        capabilities: { settings in
            switch settings[AlamofireSetting.policy] {
            case .pinCertificates, .pinPublicKeys: pinned(settings)
            default: [.unpinned]
            }
        },
        policy: { settings, checks in
            ServerTrustPolicy(
                name: settings[AlamofireSetting.policy],
                validateCertificateChain: settings[AlamofireSetting.validateCertificateChain],
                validateHost: settings[AlamofireSetting.validateHost],
                revocationFlags: settings[AlamofireSetting.revocationFlags].flags,
                closure: settings[AlamofireSetting.closure],
                entry: AlamofireHostEntry(settings),
                bundle: AlamofireBundle(settings),
                checks: checks
            )
        }
    )

    /// `ServerTrustManager` with one evaluator, as Alamofire 5's `SessionDelegate` calls it.
    package static let alamofire5 = PolicyModel(
        name: "alamofire5",
        about: "Alamofire 5's ServerTrustManager: evaluators that throw, alone or in sequence.",
        source: "Alamofire 5.12.0, Source/Features/ServerTrustEvaluation.swift, "
            + "Source/Core/SessionDelegate.swift, AFError.swift",
        scope: .alamofire5,
        platform: .apple,
        settings: Alamofire5Setting.all,
        checks: [
            .alamofire5HostEntry, .alamofire5AllHosts, .alamofire5Bundle,
            .alamofire5DefaultValidation, .alamofire5HostValidation, .alamofire5RevocationPolicy,
            .alamofire5Revocation, .alamofire5CertificatesFound, .alamofire5SelfSigned,
            .alamofire5PinnedCertificate, .alamofire5KeysFound, .alamofire5PinnedKey,
            .alamofire5Custom,
        ],
        audit: AuditTerms(
            strongest: { settings in
                let pinsCertificates = settings.evaluators.contains(.pinnedCertificates)
                return Alamofire5Setting.evaluator
                    .stating(pinsCertificates ? .pinnedCertificates : .publicKeys)
            },
            ignores: [.connection]
        ),
        capabilities: { settings in
            let pins = settings.evaluators.contains {
                $0 == .pinnedCertificates || $0 == .publicKeys
            }
            return pins ? pinned(settings) : [.unpinned]
        },
        policy: { ServerTrustManager($0, checks: $1) }
    )

    /// Returns the capabilities of a configuration that pins; if a file is stated, the
    /// configuration has a pin of its own.
    private static func pinned(_ settings: Settings) -> Set<Capability> {
        settings[AlamofireSetting.certificate] == nil
            ? [.pins] : settings.unpinned(unlessStated: true).union([.pins])
    }
}
