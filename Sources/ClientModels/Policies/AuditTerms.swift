import X509

// An audit distinguishes the strength that a configuration adds to its system from the strength
// that the configuration removes.
extension PolicyModel {
    /// How an audit varies a system's configurations.
    package struct AuditTerms: Sendable {
        /// An input of a policy that not every system reads.
        package enum Input: CaseIterable, Hashable, Sendable {
            case staples, crls, connection
        }

        /// The hosts that the entries of a configuration mean, each once.
        package let hosts: @Sendable (PolicyDocument) -> [String]
        /// Returns the entry that decides under these settings, with only those parts of its pins
        /// that affect decisions.
        ///
        /// Settings with equal entries and equal words make the same decisions, so an audit tests
        /// only one of them.
        ///
        /// The entry is nil if the system treats every host alike.
        package let entry: @Sendable (Settings) -> AnyHashable?
        /// The settings with which the system compares the pins of a test case as well as it can,
        /// without any configuration.
        ///
        /// These settings depend on the audited settings, because pins of a CA and of an end entity
        /// need different settings.
        package let strongest: @Sendable (Settings) -> [String: String]
        /// The settings with which the system compares no pins, for a test case without pins.
        package let unpinned: [String: String]
        /// The inputs that do not affect this system's decisions.
        package let ignores: Set<Input>

        /// Creates audit terms; each parameter is the property with its name.
        package init(
            hosts: @escaping @Sendable (PolicyDocument) -> [String] = { _ in [] },
            entry: @escaping @Sendable (Settings) -> AnyHashable? = { _ in nil },
            strongest: @escaping @Sendable (Settings) -> [String: String] = { _ in [:] },
            unpinned: [String: String] = [:],
            ignores: Set<Input> = []
        ) {
            self.hosts = hosts
            self.entry = entry
            self.strongest = strongest
            self.unpinned = unpinned
            self.ignores = ignores
        }
    }

    /// Whether the configurations have entries for hosts, so that an audit looks hosts up.
    package var asksHosts: Bool { settings.contains(EntrySetting.host.setting) }
}

extension ConfiguredModel {
    /// The same system without this configuration; nil for a model that no audit compares with its
    /// system.
    ///
    /// This system compares the pins of a test case as well as it can.
    package var strongest: ConfiguredModel? {
        model.audit.flatMap { try? model.configured($0.strongest(settings)) }
    }

    /// The same system without this configuration and without pins.
    package var unpinned: ConfiguredModel? {
        model.audit.flatMap { try? model.configured($0.unpinned) }
    }

    /// The file that configures the system; nil without such a file.
    package var document: PolicyDocument? {
        model.configuration.flatMap { settings.document(of: $0) }
    }

    /// Whether the configuration has pins of its own.
    package var statesPins: Bool {
        capabilities.contains(.pins) && !capabilities.contains(.idlePins)
    }

    /// A key that is equal for configurations that make the same decisions in every test case.
    package var decisionKey: AnyHashable {
        let entry = model.audit?.entry(settings)
        return DecisionKey(
            model: model.name,
            settings: settings.leavingOut(
                entry == nil ? [] : [EntrySetting.host.setting, EntrySetting.domain.setting]
            ),
            entry: entry
        )
    }
}

private struct DecisionKey: Hashable {
    let model: String
    let settings: PolicyModel.Settings
    let entry: AnyHashable?
}

extension String {
    /// Returns the hosts that the author of this host pattern means, without the pattern's scheme,
    /// port, path and wildcard.
    ///
    /// A wildcard gives one subdomain in place of the host; `**.` gives both. `withSubdomains` adds
    /// a subdomain to a host without a wildcard.
    ///
    /// The pattern may have a notation that the client does not recognize. The client then applies
    /// its entry to none of these hosts, and the audit reports the hosts.
    package func meantHosts(withSubdomains: Bool) -> [String] {
        var host = self[...]
        if let scheme = host.firstRange(of: "://") { host = host[scheme.upperBound...] }
        host = host.prefix { $0 != "/" }
        if host.count(where: { $0 == ":" }) == 1 { host = host.prefix { $0 != ":" } }
        let isDeep = host.hasPrefix("**.")
        let isWildcard = isDeep || host.hasPrefix("*.") || host.hasPrefix(".")
        let plain = String(host.drop { $0 == "*" || $0 == "." }).configuredHost
        guard !plain.isEmpty else { return [] }
        let below = IPAddress.bytes(plain) == nil ? "subdomain." + plain : plain
        if isDeep || withSubdomains && !isWildcard { return [plain, below] }
        return [isWildcard ? below : plain]
    }
}

extension [String] {
    /// Each element once, in order of first appearance.
    package var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
