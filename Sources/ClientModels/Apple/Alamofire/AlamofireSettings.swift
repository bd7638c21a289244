/// The settings of the model `alamofire`.
enum AlamofireSetting {
    private static let version = SettingKey(
        "version",
        ["4.9.1"],
        word: \.self,
        fallback: "4.9.1",
        about: "The transcribed release."
    )
    static let policy = SettingKey(
        "policy",
        fallback: ServerTrustPolicy.Name.performDefaultEvaluation,
        about: "The case of ServerTrustPolicy for the host."
    )
    static let validateCertificateChain = SettingKey.flag(
        "validate-certificate-chain",
        fallback: true,
        about: "validateCertificateChain of the pinning cases: evaluate the chain."
    )
    static let validateHost = SettingKey.flag(
        "validate-host",
        fallback: true,
        about: "validateHost: check the host if the chain is evaluated."
    )
    static let revocationFlags = SettingKey(
        "revocation-flags",
        [.any, .anyAndPositive],
        fallback: AlamofireRevocation.any,
        about: "revocationFlags of the case revoked-evaluation."
    )
    static let closure = SettingKey.flag(
        "closure",
        fallback: false,
        about: "The result of the closure of the case custom-evaluation."
    )

    // Alamofire 5 also has these settings.

    static let hostEntry = SettingKey.text(
        "host-entry",
        about: "The host as spelled in the manager's dictionary; by default, the host of the "
            + "connection. The setting counts only if a scenario sets the party."
    )
    static let certificate = SettingKey.file(
        "certificate",
        about: "The pinned file in the bundle. If a scenario states pins, they replace it."
    )

    static let all: [any AnySettingKey] = [
        version, policy, validateCertificateChain, validateHost, revocationFlags, closure,
        hostEntry, certificate,
    ]
}

/// The settings of the model `alamofire5`.
enum Alamofire5Setting {
    // The evaluators, their manager and `attemptServerTrustAuthentication` of 5.0.0, 5.1.0 to
    // 5.11.0 and 5.12.0 differ only in syntax and in calls for older systems.
    private static let release = ReleaseRange("5.12.0", from: "5.0.0", to: "5.12")

    private static let version = SettingKey(
        "version",
        releases: [release],
        fallback: release,
        about: "The transcribed release; 5.0.0 to 5.12 decide alike."
    )
    static let evaluator = SettingKey(
        "evaluator",
        fallback: ServerTrustManager.Name.default,
        about: "The evaluator for the host."
    )
    /// The second evaluator; nil for a single evaluator.
    static let then = SettingKey<ServerTrustManager.Name?>(
        "then",
        [nil] + ServerTrustManager.Name.allCases,
        word: { $0?.rawValue ?? "none" },
        fallback: nil,
        about: "CompositeTrustEvaluator: the evaluator that evaluates the same trust afterwards."
    )
    static let acceptSelfSignedCertificates = SettingKey.flag(
        "accept-self-signed-certificates",
        fallback: false,
        about: "acceptSelfSignedCertificates of pinned-certificates: make the pins the only "
            + "anchors."
    )
    static let performDefaultValidation = SettingKey.flag(
        "perform-default-validation",
        fallback: true,
        about: "performDefaultValidation of revocation and the pinning evaluators: evaluate the "
            + "chain without the host."
    )
    static let validateHost = SettingKey.flag(
        "validate-host",
        fallback: true,
        about: "validateHost: evaluate the chain with the host."
    )
    static let options = SettingKey(
        "options",
        fallback: AlamofireRevocation.any,
        about: "Options of the evaluator revocation."
    )
    static let customThrows = SettingKey.flag(
        "custom-throws",
        fallback: false,
        about: "Whether the application's own evaluator (custom) throws."
    )
    static let allHostsMustBeEvaluated = SettingKey.flag(
        "all-hosts-must-be-evaluated",
        fallback: true,
        about: "allHostsMustBeEvaluated: reject a host without an evaluator."
    )

    static let all: [any AnySettingKey] = [
        version, evaluator, then, acceptSelfSignedCertificates, performDefaultValidation,
        validateHost, options, customThrows, allHostsMustBeEvaluated,
        AlamofireSetting.hostEntry, AlamofireSetting.certificate,
    ]
}

/// The one entry of a `ServerTrustPolicyManager` or a `ServerTrustManager`.
///
/// Both managers look the entry up in a dictionary, by the exact spelling of the host.
struct AlamofireHostEntry: Sendable {
    /// The dictionary's key; nil for a key that equals the host of every connection.
    private let key: String?

    init(_ settings: PolicyModel.Settings) {
        key = settings.standsIn ? nil : settings[AlamofireSetting.hostEntry]
    }

    /// Whether the dictionary has an entry for `host`.
    func isFound(forHost host: String) -> Bool { key == nil || key == host }
}

/// The values of `revocationFlags` and `RevocationTrustEvaluator.Options`.
enum AlamofireRevocation: String, CaseIterable, Sendable {
    case any
    case anyAndPositive = "any+require-positive-response"
    case undefined

    var flags: ServerTrust.RevocationFlags {
        switch self {
        case .any: .useAnyAvailableMethod
        case .anyAndPositive: [.useAnyAvailableMethod, .requirePositiveResponse]
        // The lowest bit that Security does not define.
        case .undefined: ServerTrust.RevocationFlags(rawValue: 1 << 7)
        }
    }
}

/// The pinned files of the application's bundle: `ServerTrustPolicy.certificates(in:)` and
/// `Bundle.af.certificates`.
///
/// Both functions search for six file extensions and skip files that are not DER certificates. The
/// pins of the test case replace the file that the setting names, unless the functions skip that
/// file.
struct AlamofireBundle: Sendable {
    private let path: String
    private let file: [UInt8]?

    init(_ settings: PolicyModel.Settings) {
        path = settings.word(of: AlamofireSetting.certificate.setting)
        file = settings[AlamofireSetting.certificate]
    }

    /// Returns the certificates that the client pins.
    ///
    /// A mutant that does not check the files pins files of any content.
    func certificates(_ presented: Presented, isSearched: Bool) -> [[UInt8]] {
        let pinned = presented.pinnedCertificates
            .filter { ServerTrust.isCertificate($0) || !isSearched }
        guard let file else { return pinned }
        if isSearched, !isFound || !ServerTrust.isCertificate(file) { return [] }
        return presented.pins == nil ? [file] : pinned
    }

    private var isFound: Bool { Self.endings.contains { path.hasSuffix($0) } }

    private static let endings = [".cer", ".CER", ".crt", ".CRT", ".der", ".DER"]
}
