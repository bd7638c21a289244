import X509

// An audit tells the strength that a configuration adds to its system from that it takes away.
extension PolicyModel {
    /// How an audit asks about a system's configurations.
    package struct AuditTerms: Sendable {
        /// An input of a policy that not every system reads.
        package enum Input: CaseIterable, Hashable, Sendable {
            case staples, crls, connection
        }

        /// The hosts that the entries of a configuration are meant for, each once.
        package let hosts: @Sendable (PolicyDocument) -> [String]
        /// The entry that decides under these settings, with its pins as far as their values do not
        /// matter: of two settings with equal entries and words one speaks for the other.
        ///
        /// Nil where any host is judged alike.
        package let entry: @Sendable (Settings) -> AnyHashable?
        /// The settings by which the system compares the pins of a test case as well as it can, and
        /// has no configuration besides; a function of the ones that are audited, because pins of an
        /// authority and of an end entity are compared under different ones.
        package let strongest: @Sendable (Settings) -> [String: String]
        /// The settings by which it compares no pins, where the test case has none.
        package let unpinned: [String: String]
        /// Inputs that decide nothing.
        package let ignores: Set<Input>

        /// Terms; each parameter is the property of its name.
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

    /// The setting that names the host that is asked about.
    package static let hostSetting = "host"
}

extension PolicyModel.Setting {
    /// The host whose entry stands for every host in an audit.
    package static let askedHost = PolicyModel.Setting.text(
        PolicyModel.hostSetting,
        about: "The host that is asked about: where no scenario fixes the party, the configuration "
            + "governs every host as it governs this one. It counts before `domain`."
    )
}

extension ConfiguredModel {
    /// The same system without this configuration, comparing the pins of a test case as well as it
    /// can; nil for a model that no audit compares with its system.
    package var strongest: ConfiguredModel? {
        model.audit.flatMap { try? model.configured($0.strongest(settings)) }
    }

    /// The same system without this configuration and without pins.
    package var unpinned: ConfiguredModel? {
        model.audit.flatMap { try? model.configured($0.unpinned) }
    }

    /// This configuration, asked about a host; nil for a system that knows no hosts.
    package func asking(_ host: String) -> ConfiguredModel? {
        changing(text: PolicyModel.hostSetting, to: host)
    }

    /// The file that configures it; nil where there is none.
    package var document: PolicyDocument? {
        model.configuration.flatMap { settings.document($0.name) }
    }

    /// Whether it compares pins of its own.
    package var statesPins: Bool {
        capabilities.contains(.pins) && !capabilities.contains(.idlePins)
    }

    /// Equal for configurations that decide the same everywhere.
    package var decisionKey: AnyHashable {
        let entry = model.audit?.entry(settings)
        return DecisionKey(
            model: model.name,
            settings: settings.leavingOut(
                entry == nil ? [] : [PolicyModel.hostSetting, "domain"]
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
    /// The hosts that the pattern of an entry is meant for, however it is written: without scheme,
    /// port, path and wildcard, and one below it where those are meant.
    ///
    /// A pattern that its system does not read so governs none of them, and the audit shows it.
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
    /// Each once, in the order in which they first stand.
    package var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
