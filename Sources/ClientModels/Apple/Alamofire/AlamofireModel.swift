import X509

extension PolicyModel {
    /// `ServerTrustPolicy` as Alamofire 4's `SessionDelegate` calls it.
    package static let alamofire = PolicyModel(
        name: "alamofire",
        about: "Alamofire 4's ServerTrustPolicy: default evaluation, pins, or no check at all.",
        source: "Alamofire 4.9.1, Source/ServerTrustPolicy.swift, SessionDelegate.swift",
        scope: .alamofire,
        platform: .apple,
        settings: [
            Setting(
                "version",
                ["4.9.1"],
                fallback: "4.9.1",
                about: "The transcribed release."
            ),
            Setting(
                "policy",
                ServerTrustPolicy.Name.allCases.map(\.rawValue),
                fallback: ServerTrustPolicy.Name.performDefaultEvaluation.rawValue,
                about: "The case of ServerTrustPolicy for the host."
            ),
            .flag(
                "validate-certificate-chain",
                fallback: true,
                about: "validateCertificateChain of the pinning cases: evaluate the chain."
            ),
            .flag(
                "validate-host",
                fallback: true,
                about: "validateHost: check the host if the chain is evaluated."
            ),
            AlamofireRevocation.setting(
                "revocation-flags",
                [.any, .anyAndPositive],
                about: "revocationFlags of the case revoked-evaluation."
            ),
            .flag(
                "closure",
                fallback: false,
                about: "The result of the closure of the case custom-evaluation."
            ),
            AlamofireHostEntry.setting,
            AlamofireBundle.setting,
        ],
        checks: [
            .alamofireHostEntry, .alamofireBundle, .alamofireDefaultEvaluation,
            .alamofireRevokedEvaluation, .alamofirePinnedAnchors, .alamofirePinnedChain,
            .alamofirePinnedCertificate, .alamofirePinnedKeyChain, .alamofirePinnedKey,
            .alamofireValidateHost, .alamofireCustomEvaluation,
        ],
        audit: AuditTerms(
            strongest: { settings in
                let certificates = ServerTrustPolicy.Name.pinCertificates.rawValue
                let keys = ServerTrustPolicy.Name.pinPublicKeys.rawValue
                return ["policy": settings["policy"] == certificates ? certificates : keys]
            },
            ignores: [.connection]
        ),
        capabilities: { settings in
            switch ServerTrustPolicy.Name(rawValue: settings["policy"]) {
            case .pinCertificates, .pinPublicKeys: pinned(settings)
            default: [.unpinned]
            }
        },
        policy: { settings, checks in
            ServerTrustPolicy(
                name: ServerTrustPolicy.Name(rawValue: settings["policy"])
                    ?? .performDefaultEvaluation,
                validateCertificateChain: settings.isOn("validate-certificate-chain"),
                validateHost: settings.isOn("validate-host"),
                revocationFlags: AlamofireRevocation.stated("revocation-flags", settings).flags,
                closure: settings.isOn("closure"),
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
        settings: [
            Setting(
                "version",
                ["5.12.0"],
                fallback: "5.12.0",
                // The evaluators, their manager and `attemptServerTrustAuthentication` of 5.0.0,
                // 5.1.0 to 5.11.0 and 5.12.0 differ only in syntax and in calls for older systems.
                releases: [ReleaseRange("5.12.0", from: "5.0.0", to: "5.12")],
                about: "The transcribed release; 5.0.0 to 5.12 decide alike."
            ),
            Setting(
                "evaluator",
                ServerTrustManager.Name.allCases.map(\.rawValue),
                fallback: ServerTrustManager.Name.default.rawValue,
                about: "The evaluator for the host."
            ),
            Setting(
                "then",
                ["none"] + ServerTrustManager.Name.allCases.map(\.rawValue),
                fallback: "none",
                about: "CompositeTrustEvaluator: the evaluator that evaluates the same trust "
                    + "afterwards."
            ),
            .flag(
                "accept-self-signed-certificates",
                fallback: false,
                about: "acceptSelfSignedCertificates of pinned-certificates: make the pins the "
                    + "only anchors."
            ),
            .flag(
                "perform-default-validation",
                fallback: true,
                about: "performDefaultValidation of revocation and the pinning evaluators: "
                    + "evaluate the chain without the host."
            ),
            .flag(
                "validate-host",
                fallback: true,
                about: "validateHost: evaluate the chain with the host."
            ),
            AlamofireRevocation.setting(
                "options",
                [.any, .anyAndPositive, .undefined],
                about: "Options of the evaluator revocation."
            ),
            .flag(
                "custom-throws",
                fallback: false,
                about: "Whether the application's own evaluator (custom) throws."
            ),
            .flag(
                "all-hosts-must-be-evaluated",
                fallback: true,
                about: "allHostsMustBeEvaluated: reject a host without an evaluator."
            ),
            AlamofireHostEntry.setting,
            AlamofireBundle.setting,
        ],
        checks: [
            .alamofire5HostEntry, .alamofire5AllHosts, .alamofire5Bundle,
            .alamofire5DefaultValidation, .alamofire5HostValidation, .alamofire5RevocationPolicy,
            .alamofire5Revocation, .alamofire5CertificatesFound, .alamofire5SelfSigned,
            .alamofire5PinnedCertificate, .alamofire5KeysFound, .alamofire5PinnedKey,
            .alamofire5Custom,
        ],
        audit: AuditTerms(
            strongest: { settings in
                let certificates = ServerTrustManager.Name.pinnedCertificates.rawValue
                let keys = ServerTrustManager.Name.publicKeys.rawValue
                let isOfCertificates = [settings["evaluator"], settings["then"]]
                    .contains(certificates)
                return ["evaluator": isOfCertificates ? certificates : keys]
            },
            ignores: [.connection]
        ),
        capabilities: { settings in
            let evaluators = ["evaluator", "then"]
                .compactMap { ServerTrustManager.Name(rawValue: settings[$0]) }
            let pins = evaluators.contains { $0 == .pinnedCertificates || $0 == .publicKeys }
            return pins ? pinned(settings) : [.unpinned]
        },
        policy: { ServerTrustManager($0, checks: $1) }
    )

    /// The capabilities of a configuration that pins; if a file is stated, the configuration has a
    /// pin of its own.
    private static func pinned(_ settings: Settings) -> Set<Capability> {
        settings.document("certificate") == nil
            ? [.pins] : settings.unpinned(unlessStated: true).union([.pins])
    }
}
