import Crypto
import X509

/// App Transport Security as the `NSAppTransportSecurity` of an `Info.plist` configures it.
///
/// A transcription of Apple's SecProtocolConfiguration.m as of macOS 15.4, including built-in
/// exceptions and exceptions for networks, for an application that uses URLSession.
struct AppTransportSecurity: Sendable {
    /// The state of a global key: `kATSGlobalKey`.
    enum GlobalKey: Hashable, Sendable {
        case notPresent, valueFalse, valueTrue
    }

    /// An entry of `NSExceptionDomains`.
    struct Exception: Hashable, Sendable {
        var includesSubdomains = false
        var allowsInsecureHTTPLoads = false
        var requiresForwardSecrecy = true
        /// The minimum version of TLS; nil if the stated text is not a version.
        var minimumTLSVersion: TLSVersion? = .v1_2
        /// Whether NIAP's package is required; nil if the application's setting applies.
        var requiresFunctionalPackage: Bool?
    }

    private var allowsArbitraryLoads = GlobalKey.notPresent
    private var allowsArbitraryLoadsInWebContent = GlobalKey.notPresent
    private var allowsArbitraryLoadsForMedia = GlobalKey.notPresent
    private var allowsLocalNetworking = GlobalKey.notPresent
    /// The exceptions by domain or address; exceptions for networks are separate.
    private var exceptionDomains = builtInExceptions
    private var networkExceptions: [(network: Network, exception: Exception)] = []
    private var requiresFunctionalPackage = false
    private let checks: CheckSet

    /// Reads the dictionary as `sec_protocol_configuration_set_ats_overrides` does.
    ///
    /// - Parameters:
    ///   - plist: the dictionary under `NSAppTransportSecurity`; nil or a value of another type is
    ///     like an empty dictionary, which is the strictest.
    ///   - checks: the checks to make.
    init(_ plist: PropertyListValue?, checks: CheckSet = .all) {
        self.checks = checks
        guard let plist else { return }
        allowsArbitraryLoads = GlobalKey(plist["NSAllowsArbitraryLoads"])
        allowsArbitraryLoadsInWebContent = GlobalKey(plist["NSAllowsArbitraryLoadsInWebContent"])
        allowsArbitraryLoadsForMedia = GlobalKey(plist["NSAllowsArbitraryLoadsForMedia"])
        allowsLocalNetworking = GlobalKey(plist["NSAllowsLocalNetworking"])
        requiresFunctionalPackage =
            Self.functionalPackage(plist["NSRequiresNIAPTLSPackageVersion"]) ?? false
        guard case .dictionary(let domains) = plist["NSExceptionDomains"] else { return }
        for (domain, entry) in domains.sorted(by: { $0.key < $1.key }) {
            guard case .dictionary = entry else { continue }
            if !domain.contains("/") {
                exceptionDomains[domain] = Exception(entry)
            } else if let network = Network(domain) {
                networkExceptions.append((network, Exception(entry)))
            }
        }
    }

    /// The exceptions that `sec_protocol_configuration_register_builtin_exceptions` registers.
    private static let builtInExceptions: [String: Exception] = {
        func exception(_ minimum: TLSVersion) -> Exception {
            Exception(
                includesSubdomains: true,
                allowsInsecureHTTPLoads: true,
                requiresForwardSecrecy: false,
                minimumTLSVersion: minimum
            )
        }
        return [
            "apple.com": exception(.v1_2),
            "ls.apple.com": exception(.v1_0),
            "gs.apple.com": exception(.v1_0),
            "geo.apple.com": exception(.v1_0),
            "is.autonavi.com": exception(.v1_0),
            "apple-mapkit.com": exception(.v1_0),
            "setup.icloud.com": exception(.v1_2),
        ]
    }()
}

// MARK: Requirements of a host

extension AppTransportSecurity {
    /// `sec_protocol_configuration_copy_transformed_options_for_host` and `…_for_address`: the
    /// requirements of connections to a host; nil if App Transport Security requires nothing.
    func requirements(for identity: ReferenceIdentity) -> Requirements? {
        var requirements = Requirements(checks: checks)
        guard let exception = exception(for: identity) else {
            if requiresFunctionalPackage { requirements.suites = .functionalPackage }
            return isTLSRequired(for: identity) ? requirements : nil
        }
        if exception.allowsInsecureHTTPLoads { requirements.isTrustRequired = false }
        if !exception.requiresForwardSecrecy {
            requirements.suites = exception.allowsInsecureHTTPLoads ? .any : .atsCompatibility
        }
        // The package's requirements are added to the requirements of App Transport Security.
        if exception.requiresFunctionalPackage ?? requiresFunctionalPackage {
            requirements.suites = .functionalPackage
        }
        if let minimum = exception.minimumTLSVersion { requirements.minimumTLSVersion = minimum }
        return requirements
    }

    /// Returns the exception that `sec_protocol_configuration_find_exception_for_host` or
    /// `…_for_address` finds.
    private func exception(for identity: ReferenceIdentity) -> Exception? {
        guard checks.contains(.atsExceptionDomains) else { return nil }
        switch identity {
        case .dns(let name): return exception(forHost: name.lowercased())
        case .ip(let bytes):
            return exceptionDomains[identity.host]
                ?? networkExceptions.filter { $0.network.contains(bytes) }
                .max { $0.network.prefix < $1.network.prefix }?.exception
        }
    }

    private func exception(forHost host: String) -> Exception? {
        if let exception = exceptionDomains[host] { return exception }
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            guard let exception = exceptionDomains[String(rest)] else { continue }
            if exception.includesSubdomains || !checks.contains(.atsIncludesSubdomains) {
                return exception
            }
        }
        return nil
    }

    /// Whether a host without an exception requires TLS, as
    /// `sec_protocol_configuration_tls_required_for_host` decides.
    private func isTLSRequired(for identity: ReferenceIdentity) -> Bool {
        if identity.isDirect,
            allowsLocalNetworking != .valueFalse || !checks.contains(.atsLocalNetworking)
        {
            return false
        }
        // If one of these keys is present, TLS is required, whatever the value of the key is.
        let others = [
            allowsLocalNetworking, allowsArbitraryLoadsInWebContent, allowsArbitraryLoadsForMedia,
        ]
        if checks.contains(.atsGlobalKeys), others.contains(where: { $0 != .notPresent }) {
            return true
        }
        return allowsArbitraryLoads != .valueTrue
    }
}

extension ReferenceIdentity {
    /// Whether the address is local: a name without a dot or under `.local`, a loopback or
    /// link-local address.
    ///
    /// For other addresses, only the network knows whether they are on the local link. The model
    /// treats them as not local.
    fileprivate var isDirect: Bool {
        switch self {
        case .dns(let name): !name.contains(".") || name.lowercased().hasSuffix(".local")
        case .ip(let bytes) where bytes.count == 4:
            bytes[0] == 127 || bytes.starts(with: [169, 254])
        case .ip(let bytes):
            bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
                || bytes.starts(with: [0xfe]) && bytes.dropFirst().first.map { $0 & 0xc0 } == 0x80
        }
    }
}

// MARK: Reading

extension AppTransportSecurity.GlobalKey {
    fileprivate init(_ value: PropertyListValue?) {
        self = value?.isYes.map { $0 ? .valueTrue : .valueFalse } ?? .notPresent
    }
}

extension AppTransportSecurity {
    /// Whether a value of `NSRequiresNIAPTLSPackageVersion` requires NIAP's package, and so more
    /// than App Transport Security; nil for text that Apple does not document.
    ///
    /// Apple, Information Property List, NSRequiresNIAPTLSPackageVersion (iOS 26.4).
    static func requiresFunctionalPackage(_ text: String) -> Bool? {
        switch text {
        case "none": false
        // The recommended version is 2.1.
        case "FCP_v2.1", "recommended": true
        default: nil
        }
    }

    fileprivate static func functionalPackage(_ value: PropertyListValue?) -> Bool? {
        guard case .string(let text) = value else { return nil }
        return requiresFunctionalPackage(text)
    }
}

extension AppTransportSecurity.Exception {
    fileprivate init(_ entry: PropertyListValue) {
        self.init()
        includesSubdomains = entry["NSIncludesSubdomains"]?.isYes ?? includesSubdomains
        allowsInsecureHTTPLoads =
            entry["NSExceptionAllowsInsecureHTTPLoads"]?.isYes ?? allowsInsecureHTTPLoads
        requiresForwardSecrecy =
            entry["NSExceptionRequiresForwardSecrecy"]?.isYes ?? requiresForwardSecrecy
        if case .string(let text) = entry["NSExceptionMinimumTLSVersion"] {
            minimumTLSVersion = Self.version(text)
        }
        requiresFunctionalPackage = AppTransportSecurity.functionalPackage(
            entry["NSExceptionRequiresNIAPTLSPackageVersion"]
        )
    }

    /// Returns the version of a text as `sec_protocol_configuration_protocol_string_to_version`
    /// does, but only versions of TLS.
    static func version(_ text: String) -> TLSVersion? {
        TLSVersion.allCases.first { text == "TLSv\($0.rawValue)" }
    }
}

extension PropertyListValue {
    /// The result of `isEqual:@YES` for an `NSNumber`; nil for other types.
    fileprivate var isYes: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value == 1
        case .real(let value): value == 1
        case .dictionary, .array, .string, .date, .data: nil
        }
    }
}
