// Settings that Alamofire 4 and 5 share.

/// The one entry of a `ServerTrustPolicyManager` or a `ServerTrustManager`.
///
/// Both managers look the entry up in a dictionary, by the exact spelling of the host.
struct AlamofireHostEntry: Sendable {
    /// The dictionary's key; nil if it equals the host of every connection.
    private let key: String?

    init(_ settings: PolicyModel.Settings) {
        let stated = settings["host-entry"]
        key = stated.isEmpty || settings.standsIn ? nil : stated
    }

    /// Whether the dictionary has an entry for `host`.
    func isFound(forHost host: String) -> Bool { key == nil || key == host }

    static let setting = PolicyModel.Setting.text(
        "host-entry",
        about:
            "The host as spelled in the manager's dictionary, by default the one connected to; it "
            + "counts only if a scenario sets the party."
    )
}

/// The values of `revocationFlags` and `RevocationTrustEvaluator.Options`.
enum AlamofireRevocation: String, Sendable {
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

    /// A setting with these words, `any` by default.
    static func setting(_ name: String, _ words: [Self], about: String) -> PolicyModel.Setting {
        PolicyModel.Setting(name, words.map(\.rawValue), fallback: any.rawValue, about: about)
    }

    /// The value of the setting with this name.
    static func stated(_ name: String, _ settings: PolicyModel.Settings) -> Self {
        Self(rawValue: settings[name]) ?? .any
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
        path = settings["certificate"]
        file = if case .file(let bytes) = settings.document("certificate") { bytes } else { nil }
    }

    /// Returns the certificates that the client pins.
    ///
    /// A mutant that does not check the files pins any files.
    func certificates(_ presented: Presented, isSearched: Bool) -> [[UInt8]] {
        let pinned = presented.pinnedCertificates
            .filter { ServerTrust.isCertificate($0) || !isSearched }
        guard let file else { return pinned }
        if isSearched, !isFound || !ServerTrust.isCertificate(file) { return [] }
        return presented.pins == nil ? [file] : pinned
    }

    private var isFound: Bool { Self.endings.contains { path.hasSuffix($0) } }

    private static let endings = [".cer", ".CER", ".crt", ".CRT", ".der", ".DER"]

    static let setting = PolicyModel.Setting.document(
        "certificate",
        .file,
        about: "The pinned file in the bundle. If a scenario states pins, they replace it."
    )
}
