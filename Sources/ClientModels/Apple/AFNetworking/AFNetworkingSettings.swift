/// The settings of the model `afnetworking`.
enum AFNetworkingSetting {
    // The properties of `AFSecurityPolicy`.

    static let version = SettingKey(
        "version",
        releases: AFNetworkingVersion.catalogue,
        fallback: .v4_0_1
    )
    static let mode = SettingKey(
        "mode",
        fallback: AFSecurityPolicy.SSLPinningMode.none,
        about: "SSLPinningMode: which parts of the pins are compared with the chain."
    )
    static let allowInvalid = SettingKey.flag(
        "allow-invalid",
        fallback: false,
        about: "allowInvalidCertificates: continue if the platform does not trust the chain."
    )
    /// The value that the application sets; nil for the release's default.
    static let validatesDomainName = SettingKey<Bool?>(
        "validates-domain-name",
        [nil, false, true],
        word: { $0?.description ?? "unset" },
        fallback: nil,
        about: "validatesDomainName: let the platform check the host. The release sets the "
            + "default: YES from 2.5.3 on, before that usually only with a pinning mode; before "
            + "2.1.0 the property does not exist."
    )
    static let validatesCertificateChain = SettingKey.flag(
        "validates-certificate-chain",
        fallback: true,
        about: "validatesCertificateChain of 2.1.0 to 2.5.4, which other releases do not have: all "
            + "certificates of the chain must be pinned, not only the leaf."
    )
    static let factory = SettingKey(
        "factory",
        fallback: AFNetworking.Factory.usual,
        about: "How the policy was created: by defaultPolicy, with SSLPinningMode assigned last, "
            + "or by policyWithPinningMode:. Applications usually use defaultPolicy in mode "
            + "none, and policyWithPinningMode: with pins."
    )
    static let certificate = SettingKey.file(
        "certificate",
        about: "The .cer file that the application ships. If a scenario states pins, they replace "
            + "it."
    )

    // The properties of the managers.

    /// Whether the manager passes the host.
    static let domain = SettingKey(
        "domain",
        [true, false],
        word: { $0 ? "given" : "nil" },
        fallback: true,
        about: "The domain for the policy: the host, or none."
    )
    static let api = SettingKey(
        "api",
        fallback: AFChallengeHandling.API.urlSession,
        about: "AFURLSessionManager, which 1.x does not have, or AFURLConnectionOperation, which "
            + "3.0 and later do not have."
    )
    static let baseURL = SettingKey(
        "base-url",
        fallback: AFNetworking.BaseURL.https,
        about: "The URL that AFHTTPSessionManager was created with."
    )
    static let challengeHandler = SettingKey(
        "challenge-handler",
        fallback: AFNetworking.HandlerWord.none,
        about: "The answer of the application's own block, or authenticationChallengeHandler, to a "
            + "server trust."
    )

    static let all: [any AnySettingKey] = [
        version, mode, allowInvalid, validatesDomainName, validatesCertificateChain, factory,
        certificate, domain, api, baseURL, challengeHandler,
    ]
}

extension AFNetworking {
    /// How an `AFSecurityPolicy` is created.
    enum Factory: String, CaseIterable, Sendable {
        case usual
        case defaultPolicy = "default-policy"
        case policyWithPinningMode = "policy-with-pinning-mode"
    }

    /// The results of a handler that are answers to a server trust.
    enum HandlerWord: String, CaseIterable, Sendable {
        case none
        case useCredential = "use-credential"
        case performDefaultHandling = "perform-default-handling"
        case cancel
        case rejectProtectionSpace = "reject-protection-space"
        case error

        fileprivate var result: AFChallengeHandling.HandlerResult? {
            switch self {
            case .none: nil
            case .useCredential: .credential
            case .performDefaultHandling: .disposition(.performDefaultHandling)
            case .cancel: .disposition(.cancel)
            case .rejectProtectionSpace: .disposition(.rejectProtectionSpace)
            case .error: .error("the handler's NSError")
            }
        }
    }

    init(_ settings: PolicyModel.Settings, checks: CheckSet = .all) {
        let version = settings[AFNetworkingSetting.version]
        let mode = settings[AFNetworkingSetting.mode]
        securityPolicy = AFSecurityPolicy(
            version: version,
            sslPinningMode: mode,
            allowInvalidCertificates: settings[AFNetworkingSetting.allowInvalid],
            validatesDomainName: version.validatesDomainName(
                stated: settings[AFNetworkingSetting.validatesDomainName],
                mode: mode,
                factory: settings[AFNetworkingSetting.factory]
            ),
            validatesCertificateChain: settings[AFNetworkingSetting.validatesCertificateChain],
            checks: checks
        )
        challengeHandling = AFChallengeHandling(
            version: version,
            api: settings[AFNetworkingSetting.api],
            handlerResult: settings[AFNetworkingSetting.challengeHandler].result
        )
        baseURL = settings[AFNetworkingSetting.baseURL]
        isGivenDomain = settings[AFNetworkingSetting.domain]
        bundledCertificate = settings[AFNetworkingSetting.certificate]
        self.checks = checks
    }
}

extension AFNetworkingVersion {
    /// Returns the final value of the property in `mode`.
    ///
    /// A factory creates the policy. The application then sets the property to `stated`, unless
    /// `stated` is nil. With the factory for the default policy, the application assigns the mode
    /// last.
    func validatesDomainName(
        stated: Bool?,
        mode: AFSecurityPolicy.SSLPinningMode,
        factory: AFNetworking.Factory
    ) -> Bool {
        let isPinning = mode != .none
        let isDefaultPolicy = factory == .usual ? !isPinning : factory == .defaultPolicy
        switch domainDefault {
        case .absent: return false
        case .factory: return stated ?? !isDefaultPolicy
        case .setter: return isDefaultPolicy && isPinning ? true : stated ?? isPinning
        case .always: return stated ?? true
        }
    }
}
