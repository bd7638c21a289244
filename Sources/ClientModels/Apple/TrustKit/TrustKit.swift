import X509

extension PolicyModel {
    /// TrustKit's shared instance, called by the delegate of a URLSession.
    package static let trustkit = PolicyModel(
        name: "trustkit",
        about: "TrustKit: the platform's evaluation for the host, and a pinned key in its chain.",
        source: "TrustKit c48790f3 (3.0.7), TSKPinningValidator.m, ssl_pin_verifier.m, "
            + "parse_configuration.m",
        scope: .trustKit,
        platform: .apple,
        settings: TrustKitSetting.all,
        checks: ModelCheck.trustKit,
        entries: { TSKConfiguration.arguments(in: $0)?.tskPinningDomains },
        audit: AuditTerms(
            hosts: { TSKConfiguration.arguments(in: $0)?.tskMeantHosts ?? [] },
            entry: { TrustKit(settings: $0).judgedEntry },
            ignores: [.connection]
        ),
        capabilities: { settings in
            settings.unpinned(unlessStated: TrustKit(settings: settings).statesPins)
                .union([.pins, .hashPins])
        },
        policy: { TrustKit(settings: $0, checks: $1) }
    )
}

/// The settings of the model `trustkit`.
enum TrustKitSetting {
    static let platform = SettingKey(
        "platform",
        fallback: TrustKit.Platform.ios,
        about: "The platform of the build; on macOS, roots that the user installed can be exempt "
            + "from pinning."
    )
    static let config = SettingKey.propertyList(
        "config",
        about: "The TSKConfiguration dictionary, alone or in an Info.plist; without it the host "
            + "has an entry with the client's pins."
    )
    static let enforcePinning = SettingKey.flag(
        "enforce-pinning",
        fallback: true,
        about: "Without a configuration: TSKEnforcePinning of the entry."
    )
    static let ignorePinningForUserDefinedTrustAnchors = SettingKey.flag(
        "ignore-pinning-for-user-defined-trust-anchors",
        fallback: true,
        about: "Without a configuration: TSKIgnorePinningForUserDefinedTrustAnchors, which has an "
            + "effect only on macOS."
    )
    static let sharedInstance = SettingKey.flag(
        "shared-instance",
        fallback: true,
        about: "Whether it is the shared instance, the only one that may swizzle."
    )
    static let version = SettingKey(
        "version",
        releases: TrustKitRelease.catalogue,
        fallback: .current
    )

    static let all: [any AnySettingKey] = [
        platform, config, EntrySetting.domain, EntrySetting.host, enforcePinning,
        ignorePinningForUserDefinedTrustAnchors, sharedInstance, version,
    ]
}

/// An application with TrustKit: TrustKit may reject the configuration; otherwise its validator
/// decides.
///
/// `ModelScope.trustKit` lists the consequences and the differences.
struct TrustKit: TrustPolicy {
    /// The platforms that `TARGET_OS_IPHONE` distinguishes.
    enum Platform: String, CaseIterable, Sendable {
        case ios, macos
    }

    let settings: PolicyModel.Settings
    var checks = CheckSet.all

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        let validator: TSKPinningValidator?
        do {
            validator = try pinningValidator(presented, for: identity)
        } catch {
            return .unusable(error.description)
        }
        var result: TSKTrustEvaluationResult?
        var decision = presented.challenge(for: identity, checks: checks) { serverTrust in
            // In Objective-C a message to nil returns NO, so the delegate falls back.
            guard let validator else { return .performDefaultHandling }
            let (decision, evaluated) = validator.evaluateTrust(&serverTrust, for: identity)
            result = evaluated
            return decision.answer
        }
        if let result, result != .success { decision.error = result.rawValue }
        if settings[TrustKitSetting.version].endsAtUnknownKey,
            result == .errorCouldNotGenerateSpkiHash
        {
            // `getAsn1HeaderBytes` throws, and the process ends before the challenge is answered.
            (decision.disposition, decision.error) = (nil, "Unsupported public key algorithm")
        }
        return decision
    }

    /// Returns the validator of the configuration; nil if TrustKit is not initialised, or has no
    /// entries.
    ///
    /// - Throws: the exception that TrustKit throws.
    private func pinningValidator(
        _ presented: Presented,
        for identity: ReferenceIdentity
    ) throws(TSKException) -> TSKPinningValidator? {
        let host = identity.configuredHost
        guard let arguments = arguments(presented, host: host), !arguments.isEmpty else {
            return nil
        }
        var configuration = try TSKConfiguration.read(
            arguments,
            isSharedInstance: settings[TrustKitSetting.sharedInstance],
            checks: checks
        )
        let isConfigured = settings[TrustKitSetting.config] != nil
        if isConfigured, settings.standsIn {
            configuration.stand(for: host, settings)
        }
        var validator = TSKPinningValidator(
            configuration: configuration,
            platform: settings[TrustKitSetting.platform],
            verifyDate: presented.verifyDate,
            checks: checks,
            release: settings[TrustKitSetting.version]
        )
        if isConfigured, let pins = presented.pins {
            validator.replacePublicKeyHashes(of: identity.host, by: Set(pins.spkiSHA256))
        }
        return validator
    }

    /// Whether the entry that applies to every host pins anything; true if the configuration cannot
    /// be read, since TrustKit then rejects every server.
    fileprivate var statesPins: Bool {
        guard let file = settings[TrustKitSetting.config],
            let arguments = TSKConfiguration.arguments(in: file), !arguments.isEmpty
        else { return false }
        guard let configuration = configuration(arguments) else { return true }
        return configuration.judgedPolicy(settings)?.publicKeyHashes.isEmpty == false
    }

    private func configuration(_ arguments: [String: PropertyListValue]) -> TSKConfiguration? {
        try? TSKConfiguration.read(
            arguments,
            isSharedInstance: settings[TrustKitSetting.sharedInstance]
        )
    }

    /// The entry that applies to every host, or `none` if there is no such entry; nil without a
    /// configuration that can be read.
    ///
    /// A placeholder replaces the entry's hashes, so that entries with different hashes are equal.
    fileprivate var judgedEntry: AnyHashable? {
        guard settings.standsIn, let file = settings[TrustKitSetting.config],
            let arguments = TSKConfiguration.arguments(in: file), !arguments.isEmpty,
            let configuration = configuration(arguments)
        else { return nil }
        guard var policy = configuration.judgedPolicy(settings) else { return "none" }
        policy.publicKeyHashes = policy.publicKeyHashes.isEmpty ? [] : [[]]
        return policy
    }

    /// Returns the configuration with which TrustKit is initialised; nil for an Info.plist without
    /// a TrustKit configuration, and if neither a file nor the test case states pins.
    private func arguments(
        _ presented: Presented,
        host: String
    ) -> [String: PropertyListValue]? {
        guard let file = settings[TrustKitSetting.config] else {
            return presented.pins.map { entry(of: $0, host: host) }
        }
        return TSKConfiguration.arguments(in: file)
    }

    private func entry(of pins: [Pin], host: String) -> [String: PropertyListValue] {
        var hashes = Set(pins.spkiSHA256)
        if hashes.count == 1 { hashes.insert(Self.backup) }
        let encoded = hashes.map(Base64.text).sorted()
        return [
            "TSKIgnorePinningForUserDefinedTrustAnchors": .boolean(
                settings[TrustKitSetting.ignorePinningForUserDefinedTrustAnchors]
            ),
            "TSKPinnedDomains": .dictionary([
                host: .dictionary([
                    "TSKEnforcePinning": .boolean(settings[TrustKitSetting.enforcePinning]),
                    "TSKPublicKeyHashes": .array(encoded.map(PropertyListValue.string)),
                ])
            ]),
        ]
    }

    /// A hash that no known key has, for the second pin that TrustKit requires.
    private static let backup = [UInt8](repeating: 0, count: 32)
}

extension TSKTrustDecision {
    /// The answer of `handleChallenge:completionHandler:`.
    fileprivate var answer: ChallengeAnswer {
        switch self {
        case .shouldAllowConnection(let grounds): .useCredential(grounds)
        case .shouldBlockConnection(let rejection):
            .cancel(rejection, error: URLErrorText.cancelled)
        case .domainNotPinned: .performDefaultHandling
        }
    }
}
