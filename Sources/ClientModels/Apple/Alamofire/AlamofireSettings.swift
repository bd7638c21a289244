// Settings that Alamofire 4 and 5 share.

/// The one entry of a `ServerTrustPolicyManager` or a `ServerTrustManager`.
///
/// Both look it up in a dictionary by the exact spelling of the host.
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
            "The host as the manager's dictionary spells it, as it is connected to unless stated; "
            + "it counts only where a scenario fixes the party."
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
        // The lowest bit that has no meaning.
        case .undefined: ServerTrust.RevocationFlags(rawValue: 1 << 7)
        }
    }

    /// A setting that takes these words, `any` where none is stated.
    static func setting(_ name: String, _ words: [Self], about: String) -> PolicyModel.Setting {
        PolicyModel.Setting(name, words.map(\.rawValue), fallback: any.rawValue, about: about)
    }

    /// The value of the setting of this name.
    static func stated(_ name: String, _ settings: PolicyModel.Settings) -> Self {
        Self(rawValue: settings[name]) ?? .any
    }
}

/// The files of the application's bundle that are pinned: `ServerTrustPolicy.certificates(in:)` and
/// `Bundle.af.certificates`.
///
/// Both search by six endings and skip files that are not DER certificates. A file that the setting
/// names and that is skipped stays skipped; otherwise the pins of the test case replace it.
struct AlamofireBundle: Sendable {
    private let path: String
    private let file: [UInt8]?

    init(_ settings: PolicyModel.Settings) {
        path = settings["certificate"]
        file = if case .file(let bytes) = settings.document("certificate") { bytes } else { nil }
    }

    /// The certificates that the client pins; for a mutant that does not search, any files.
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
        about: "The file of the bundle that is pinned. Where a scenario states pins, these stand "
            + "for it."
    )
}
