import X509

/// `Domain`: a host name in a configuration.
struct AndroidDomain: Hashable, Sendable {
    /// The host name in lower case.
    let hostname: String
    let subdomainsIncluded: Bool
}

/// `PinSet`: the pins of an entry.
struct AndroidPinSet: Hashable, Sendable {
    var pins: [Pin] = []
    /// The instant until which pins are compared; nil for `Long.MAX_VALUE`.
    var expirationTime: Instant?
}

/// `CertificatesEntryRef`: a source of anchors, and whether pins are compared for chains to these
/// anchors.
struct CertificatesEntryRef: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case system
        case user
        /// The Wi-Fi Alliance's store; no setup contains a certificate from this store.
        case wfa
        /// A resource of the application, such as `@raw/my_ca`.
        case resource(String)
    }

    let source: Source
    let overridesPins: Bool

    /// `disableCT`: whether certificates need no Certificate Transparency.
    ///
    /// CAs that the user or the application adds need none: public logs do not accept their
    /// certificates.
    var disablesTransparency: Bool {
        switch source {
        case .user, .resource: true
        case .system, .wfa: false
        }
    }
}

/// `NetworkSecurityConfig`: the settings for connections to a host.
///
/// The settings for cleartext traffic and HSTS are read and inherited, but decide nothing here:
/// they concern no certificate.
struct NetworkSecurityConfig: Hashable, Sendable {
    var pins: AndroidPinSet
    /// The sources of anchors.
    ///
    /// Sources that override pins come first, so that they decide about a certificate that is in
    /// two sources.
    var certificatesEntryRefs: [CertificatesEntryRef]
    var cleartextTrafficPermitted: Bool
    var hstsEnforced: Bool
    /// Whether certificates need SCTs.
    var certificateTransparencyRequired: Bool

    /// `NetworkSecurityConfig.Builder`: the values of one element, and the parent from which
    /// missing values are inherited.
    final class Builder {
        private let checks: CheckSet
        private(set) var parent: Builder?
        var pinSet: AndroidPinSet?
        var certificatesEntryRefs: [CertificatesEntryRef]?
        var cleartextTrafficPermitted: Bool?
        var hstsEnforced: Bool?
        var certificateTransparencyRequired: Bool?
        /// Whether certificates need SCTs if no element states a value.
        fileprivate var requiresTransparencyByDefault = false

        init(_ checks: CheckSet = .all) {
            self.checks = checks
        }

        /// Sets the parent.
        ///
        /// Returns false and sets nothing if the parents would form a loop; Android throws an
        /// exception in this case.
        @discardableResult
        func setParent(_ parent: Builder?) -> Bool {
            var current = parent
            while let builder = current {
                if builder === self { return false }
                current = builder.parent
            }
            self.parent = parent
            return true
        }

        func add(_ refs: [CertificatesEntryRef]) {
            certificatesEntryRefs = (certificatesEntryRefs ?? []) + refs
        }

        func build() -> NetworkSecurityConfig {
            let refs = effective(\.certificatesEntryRefs) ?? []
            let overriding = refs.filter(\.overridesPins)
            return NetworkSecurityConfig(
                pins: effective(\.pinSet) ?? AndroidPinSet(),
                certificatesEntryRefs: checks.contains(.androidOverridingFirst)
                    ? overriding + refs.filter { !$0.overridesPins } : refs,
                cleartextTrafficPermitted: effective(\.cleartextTrafficPermitted) ?? true,
                hstsEnforced: effective(\.hstsEnforced) ?? false,
                certificateTransparencyRequired: effectiveTransparency
            )
        }

        /// `getCertificateTransparencyVerificationRequired`: anchors that disable Certificate
        /// Transparency take precedence over the parent's value.
        private var effectiveTransparency: Bool {
            if let stated = certificateTransparencyRequired { return stated }
            let refs = certificatesEntryRefs ?? []
            if refs.contains(where: \.disablesTransparency) { return false }
            guard checks.contains(.androidInheritance), let parent else {
                return requiresTransparencyByDefault
            }
            return parent.effectiveTransparency
        }

        /// Returns the value of this element or, if it states none, of the nearest ancestor that
        /// states a value.
        private func effective<Value>(_ value: KeyPath<Builder, Value?>) -> Value? {
            if let stated = self[keyPath: value] { return stated }
            guard checks.contains(.androidInheritance) else { return nil }
            return parent?.effective(value)
        }
    }

    /// Returns the builder of `getDefaultBuilder` for an application that is neither instant nor
    /// privileged.
    static func defaultBuilder(targetSdkVersion: Int, _ checks: CheckSet = .all) -> Builder {
        let builder = Builder(checks)
        builder.cleartextTrafficPermitted = targetSdkVersion < 28
        // DEFAULT_ENABLE_CERTIFICATE_TRANSPARENCY is @EnabledAfter(BAKLAVA); BAKLAVA is 36.
        builder.requiresTransparencyByDefault = targetSdkVersion > 36
        builder.add([CertificatesEntryRef(source: .system, overridesPins: false)])
        if targetSdkVersion <= 23 || !checks.contains(.androidUserAnchors) {
            builder.add([CertificatesEntryRef(source: .user, overridesPins: false)])
        }
        return builder
    }
}

/// `ApplicationConfig`: selects the configuration for a host.
struct ApplicationConfig: Sendable {
    typealias Entry = (domain: AndroidDomain, config: NetworkSecurityConfig)

    let defaultConfig: NetworkSecurityConfig
    /// The entries for domains, in the order of the file.
    let configs: [Entry]
    /// Whether the certificates of at least one host need SCTs.
    let requiresTransparency: Bool
    private let checks: CheckSet
    /// The indices of the entries of each host name.
    private let indices: [String: [Int]]

    init(
        defaultConfig: NetworkSecurityConfig,
        configs: [Entry] = [],
        checks: CheckSet = .all
    ) {
        (self.defaultConfig, self.configs, self.checks) = (defaultConfig, configs, checks)
        requiresTransparency =
            defaultConfig.certificateTransparencyRequired
            || configs.contains { $0.config.certificateTransparencyRequired }
        indices = Dictionary(grouping: configs.indices) { configs[$0].domain.hostname }
    }

    /// Returns the configuration for a host, as `getConfigForHostname` selects it.
    ///
    /// For a name that begins with a dot, Android throws an exception. The model does not, because
    /// no URL has such a name.
    func config(for hostname: String) -> NetworkSecurityConfig {
        let hostname = checks.contains(.androidHostname) ? hostname.configuredHost : hostname
        guard !hostname.isEmpty else { return defaultConfig }
        var bestMatch: (domain: AndroidDomain, config: NetworkSecurityConfig)?
        for entry in entries(above: hostname) {
            let domain = entry.domain
            if checks.contains(.androidExactMatch), domain.hostname == hostname {
                return entry.config
            }
            guard domain.subdomainsIncluded || !checks.contains(.androidSubdomains),
                isBelow(hostname, domain.hostname)
            else { continue }
            guard let best = bestMatch, checks.contains(.androidMostSpecific) else {
                bestMatch = bestMatch ?? entry
                continue
            }
            if domain.hostname.utf8.count > best.domain.hostname.utf8.count { bestMatch = entry }
        }
        return bestMatch?.config ?? defaultConfig
    }

    /// Returns the entries that may apply to a host, in file order.
    ///
    /// Android scans every entry. The model searches by name, because an audit looks up each of the
    /// thousands of hosts that a file may have.
    private func entries(above hostname: String) -> [Entry] {
        // Without this check an entry for `b.c` also applies to `ab.c`, so any entry may apply.
        guard checks.contains(.androidLabelBoundary) else { return configs }
        return ([hostname] + hostname.parentDomains).flatMap { indices[$0] ?? [] }.sorted()
            .map { configs[$0] }
    }

    private func isBelow(_ hostname: String, _ domain: String) -> Bool {
        guard hostname.hasSuffix(domain) else { return false }
        let before = hostname.utf8.dropLast(domain.utf8.count)
        return before.last == UInt8(ascii: ".") || !checks.contains(.androidLabelBoundary)
    }
}
