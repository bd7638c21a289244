extension AFNetworking {
    typealias Setting = PolicyModel.Setting

    static let settings: [Setting] = policySettings + managerSettings

    /// The properties of `AFSecurityPolicy`.
    private static let policySettings: [Setting] = [
        Setting(
            "version",
            AFNetworkingVersion.catalogue.map(\.name),
            fallback: "4.0.1",
            releases: AFNetworkingVersion.catalogue.map(\.releases),
            about: "The transcribed release, which represents those that decide alike: "
                + AFNetworkingVersion.catalogue.map(\.releases.description).joined(separator: ", ")
                + "."
        ),
        Setting(
            "mode",
            AFSecurityPolicy.SSLPinningMode.allCases.map(\.rawValue),
            fallback: AFSecurityPolicy.SSLPinningMode.none.rawValue,
            about: "SSLPinningMode: which parts of the pins are compared with the chain."
        ),
        .flag(
            "allow-invalid",
            fallback: false,
            about: "allowInvalidCertificates: continue if the platform does not trust the chain."
        ),
        Setting(
            "validates-domain-name",
            ["unset", "false", "true"],
            fallback: "unset",
            about: "validatesDomainName: let the platform check the host. The release sets the "
                + "default: YES from 2.5.3 on, before that only with a pinning mode; before 2.1.0 "
                + "the property does not exist."
        ),
        .flag(
            "validates-certificate-chain",
            fallback: true,
            about: "validatesCertificateChain of 2.1.0 to 2.5.4, which other releases do not have: "
                + "all certificates of the chain must be pinned, not only the leaf."
        ),
        Setting(
            "factory",
            Factory.allCases.map(\.rawValue),
            fallback: Factory.usual.rawValue,
            about: "How the policy was created: by defaultPolicy, with SSLPinningMode assigned "
                + "last, or by policyWithPinningMode:. Usual is defaultPolicy in mode none, and "
                + "policyWithPinningMode: with pins."
        ),
        .document(
            "certificate",
            .file,
            about: "The .cer file that the application ships. If a scenario states pins, they "
                + "replace it."
        ),
    ]

    /// The properties of the managers.
    private static let managerSettings: [Setting] = [
        Setting(
            "domain",
            ["given", "nil"],
            fallback: "given",
            about: "The domain for the policy: the host, or none."
        ),
        Setting(
            "api",
            AFChallengeHandling.API.allCases.map(\.rawValue),
            fallback: AFChallengeHandling.API.urlSession.rawValue,
            about: "AFURLSessionManager, which 1.x does not have, or AFURLConnectionOperation, "
                + "which 3.0 and later do not have."
        ),
        Setting(
            "base-url",
            BaseURL.allCases.map(\.rawValue),
            fallback: BaseURL.https.rawValue,
            about: "The URL that AFHTTPSessionManager was created with."
        ),
        Setting(
            "challenge-handler",
            HandlerWord.allCases.map(\.rawValue),
            fallback: HandlerWord.none.rawValue,
            about: "The answer of the application's own block, or authenticationChallengeHandler, "
                + "to a server trust."
        ),
    ]

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
        let version = AFNetworkingVersion.named(settings["version"])
        let mode =
            AFSecurityPolicy.SSLPinningMode(rawValue: settings["mode"])
            ?? AFSecurityPolicy.SSLPinningMode.none
        securityPolicy = AFSecurityPolicy(
            version: version,
            sslPinningMode: mode,
            allowInvalidCertificates: settings.isOn("allow-invalid"),
            validatesDomainName: version.validatesDomainName(
                stated: Bool(settings["validates-domain-name"]),
                mode: mode,
                factory: Factory(rawValue: settings["factory"]) ?? .usual
            ),
            validatesCertificateChain: settings.isOn("validates-certificate-chain"),
            checks: checks
        )
        challengeHandling = AFChallengeHandling(
            version: version,
            api: AFChallengeHandling.API(rawValue: settings["api"]) ?? .urlSession,
            handlerResult: HandlerWord(rawValue: settings["challenge-handler"])?.result
        )
        baseURL = BaseURL(rawValue: settings["base-url"]) ?? .https
        isGivenDomain = settings["domain"] == "given"
        if case .file(let bytes) = settings.document("certificate") { bundledCertificate = bytes }
        self.checks = checks
    }
}

extension AFNetworkingVersion {
    /// The release with this name; the newest if there is none.
    static func named(_ name: String) -> AFNetworkingVersion {
        catalogue.first { $0.name == name } ?? v4_0_1
    }

    /// The final value of the property in `mode`.
    ///
    /// A factory creates the policy. The application then sets the property to `stated`, unless
    /// `stated` is nil. If the factory is the one for the default policy, the application assigns
    /// the mode last.
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
