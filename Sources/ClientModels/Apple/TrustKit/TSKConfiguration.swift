import PathValidation
import X509

/// An exception that TrustKit throws while it reads its configuration, and that ends the
/// application.
enum TSKException: Error, Hashable, Sendable, CustomStringConvertible {
    /// The exception "TrustKit configuration invalid", with the first sentence of its reason.
    case configurationInvalid(String)
    /// The code called a method that values of this type do not have.
    case invalidArgument

    var description: String {
        switch self {
        case .configurationInvalid(let reason): "TrustKit configuration invalid: \(reason)"
        case .invalidArgument: URLErrorText.invalidArgument
        }
    }
}

/// A configuration as `parseTrustKitConfiguration` reads it (TrustKit c48790f3,
/// parse_configuration.m, TrustKit.m).
struct TSKConfiguration: Hashable, Sendable {
    var pinnedDomains: [String: TSKDomainPolicy] = [:]
    let ignoresPinningForUserDefinedTrustAnchors: Bool

    /// - Parameters:
    ///   - arguments: the dictionary; its entries are read in alphabetical order, while TrustKit
    ///     reads them in no fixed order.
    ///   - isSharedInstance: whether the configuration is for the shared instance, which may
    ///     swizzle network delegates.
    ///   - checks: the checks to make.
    /// - Throws: the first exception.
    init(
        parsing arguments: [String: PropertyListValue],
        isSharedInstance: Bool,
        checks: CheckSet = .all
    ) throws(TSKException) {
        let swizzles = try arguments["TSKSwizzleNetworkDelegates"]?.boolValue() ?? false
        ignoresPinningForUserDefinedTrustAnchors =
            try arguments["TSKIgnorePinningForUserDefinedTrustAnchors"]?.boolValue() ?? true
        let domains = try arguments["TSKPinnedDomains"]?.entries() ?? [:]
        if checks.contains(.tskPinnedDomains), domains.isEmpty {
            throw .configurationInvalid("TrustKit was initialized with no pinned domains.")
        }
        for (name, value) in domains.sorted(by: { $0.key < $1.key }) {
            pinnedDomains[name] = try TSKDomainPolicy(value, domain: name, checks: checks)
        }
        try requireParents(checks)
        if checks.contains(.tskSharedInstance), swizzles, !isSharedInstance {
            throw .configurationInvalid(
                "Cannot use TSKSwizzleNetworkDelegates outside the TrustKit sharedInstance"
            )
        }
    }

    /// Returns the configuration of these arguments; the result of the last call is kept.
    static func read(
        _ arguments: [String: PropertyListValue],
        isSharedInstance: Bool,
        checks: CheckSet = .all
    ) throws(TSKException) -> TSKConfiguration {
        let input = Input(
            arguments: arguments,
            isSharedInstance: isSharedInstance,
            checks: checks
        )
        return try lastRead.value(of: input) { input in
            Result { () throws(TSKException) in
                try TSKConfiguration(
                    parsing: input.arguments,
                    isSharedInstance: input.isSharedInstance,
                    checks: input.checks
                )
            }
        }.get()
    }

    private struct Input: Equatable, Sendable {
        let arguments: [String: PropertyListValue]
        let isSharedInstance: Bool
        let checks: CheckSet
    }

    private static let lastRead = LastMade<Input, Result<TSKConfiguration, TSKException>>()

    /// Removes every entry except the entry that applies to every host, and names that entry
    /// `host`.
    mutating func stand(for host: String, _ settings: PolicyModel.Settings) {
        pinnedDomains = judgedPolicy(settings).map { [host: $0] } ?? [:]
    }

    /// Returns the entry that applies to every host in an audit.
    func judgedPolicy(_ settings: PolicyModel.Settings) -> TSKDomainPolicy? {
        settings.judgedEntry(
            among: pinnedDomains.sorted { $0.key < $1.key },
            domain: \.key,
            pins: { !$0.value.publicKeyHashes.isEmpty },
            governing: { host in
                pinnedDomains.key(governing: host).flatMap { key in
                    pinnedDomains[key].map { (key: key, value: $0) }
                }
            }
        )?.value
    }

    /// Requires that the parent of every excluded subdomain has an entry.
    ///
    /// TrustKit looks up a sibling of the subdomain to find the parent's entry.
    private func requireParents(_ checks: CheckSet) throws(TSKException) {
        guard checks.contains(.tskExcludeNeedsParent) else { return }
        let excluded = pinnedDomains.filter(\.value.excludesSubdomainFromParentPolicy)
        for name in excluded.keys.sorted()
        where pinnedDomains.key(governing: "a" + name, checks: checks) == nil {
            throw .configurationInvalid(
                "TrustKit was initialized with TSKExcludeSubdomainFromParentPolicy for domain "
                    + "\(name.configurationExcerpt) but could not find a policy for a parent domain"
            )
        }
    }
}

extension TSKConfiguration {
    /// Returns the dictionary `TSKConfiguration` of an Info.plist, or of a file that is such a
    /// dictionary; nil for other documents.
    static func arguments(in document: PolicyDocument) -> [String: PropertyListValue]? {
        guard case .propertyList(let file) = document else { return nil }
        return arguments(in: file)
    }

    /// Returns the dictionary `TSKConfiguration` in a property list.
    static func arguments(in file: PropertyListValue) -> [String: PropertyListValue]? {
        if case .dictionary(let configuration) = file["TSKConfiguration"] { return configuration }
        guard case .dictionary(let entries) = file,
            entries.keys.contains(where: { $0.hasPrefix("TSK") })
        else { return nil }
        return entries
    }
}

extension [String: PropertyListValue] {
    /// The hosts that the domains of the configuration mean.
    var tskMeantHosts: [String] {
        tskPinningDomains.flatMap { domain in
            let entry = self["TSKPinnedDomains"]?[domain]
            let includes = entry?["TSKIncludeSubdomains"] == .boolean(true)
            return domain.meantHosts(withSubdomains: includes)
        }.unique
    }

    /// The domains of a configuration in alphabetical order, except excluded domains.
    var tskPinningDomains: [String] {
        guard case .dictionary(let domains) = self["TSKPinnedDomains"] else { return [] }
        return domains.filter { $0.value["TSKExcludeSubdomainFromParentPolicy"] != .boolean(true) }
            .keys.sorted()
    }
}

extension TSKDomainPolicy {
    /// Reads one entry of `TSKPinnedDomains`.
    fileprivate init(
        _ value: PropertyListValue,
        domain name: String,
        checks: CheckSet
    ) throws(TSKException) {
        self.init()
        let domain = TSKDomain(name)
        if checks.contains(.tskValidDomain), domain.registryLength == 0 {
            throw .configurationInvalid(
                "TrustKit was initialized with an invalid domain "
                    + name.configurationExcerpt
            )
        }
        let policy = try value.entries()
        excludesSubdomainFromParentPolicy = try Self.isExcluded(
            policy,
            domain: name,
            checks: checks
        )
        if excludesSubdomainFromParentPolicy { return }
        includesSubdomains = try policy["TSKIncludeSubdomains"]?.boolValue() ?? false
        if checks.contains(.tskSuffix), includesSubdomains, domain.registryLength == domain.count {
            throw .configurationInvalid(
                "TrustKit was initialized with includeSubdomains for a domain suffix "
                    + name.configurationExcerpt
            )
        }
        expirationDate = try policy["TSKExpirationDate"]?.day()
        enforcesPinning = try policy["TSKEnforcePinning"]?.boolValue() ?? true
        try Self.checkReportURIs(policy["TSKReportUris"], domain: name, checks: checks)
        publicKeyHashes = try Self.hashes(
            policy["TSKPublicKeyHashes"],
            domain: name,
            checks: checks
        )
        let required = enforcesPinning ? 2 : 1
        if checks.contains(.tskDistinctPins), publicKeyHashes.count < required {
            throw .configurationInvalid(
                "TrustKit was initialized with less than \(required) pins (ie. no backup pins) for "
                    + "domain \(name.configurationExcerpt)."
            )
        }
    }

    private static func isExcluded(
        _ policy: [String: PropertyListValue],
        domain: String,
        checks: CheckSet
    ) throws(TSKException) -> Bool {
        guard try policy["TSKExcludeSubdomainFromParentPolicy"]?.boolValue() == true else {
            return false
        }
        guard policy.count == 1 || !checks.contains(.tskExcludeAlone) else {
            throw .configurationInvalid(
                "TrustKit was initialized with TSKExcludeSubdomainFromParentPolicy for domain "
                    + "\(domain.configurationExcerpt) but detected additional configuration keys"
            )
        }
        return true
    }

    private static func checkReportURIs(
        _ value: PropertyListValue?,
        domain: String,
        checks: CheckSet
    ) throws(TSKException) {
        for uri in try value?.elements() ?? [] {
            guard case .string(let text) = uri else { throw .invalidArgument }
            if checks.contains(.tskReportURI), !isURL(text) {
                throw .configurationInvalid(
                    "TrustKit was initialized with an invalid value for TSKReportUris for domain "
                        + domain.configurationExcerpt
                )
            }
        }
    }

    private static func hashes(
        _ value: PropertyListValue?,
        domain: String,
        checks: CheckSet
    ) throws(TSKException) -> Set<[UInt8]> {
        var hashes: Set<[UInt8]> = []
        for pin in try value?.elements() ?? [] {
            guard case .string(let text) = pin else { throw .invalidArgument }
            let hash = Base64.decode(Array(text.utf8), acceptsLooseBits: true)
            if checks.contains(.tskPinFormat), hash?.count != 32 {
                throw .configurationInvalid(
                    "TrustKit was initialized with an invalid Pin \(text.configurationExcerpt) for "
                        + "domain \(domain.configurationExcerpt)"
                )
            }
            hashes.insert(hash ?? Array(text.utf8))
        }
        return hashes
    }

    /// Whether `URLWithString:` accepts the text.
    ///
    /// The model follows releases before iOS 17; later releases escape invalid characters instead
    /// of rejecting them.
    ///
    /// `URLWithString:` accepts the characters of RFC 3986.
    ///
    /// Both facts were inferred from Apple's documentation, not tested.
    private static func isURL(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard rest.prefix(2).count(where: isHexadecimal) == 2 else { return false }
                rest.removeFirst(2)
            case _ where isDigit(byte) || (0x61...0x7a).contains(lowercased(byte)): continue
            case _ where "-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte): continue
            default: return false
            }
        }
        return !text.isEmpty
    }
}
