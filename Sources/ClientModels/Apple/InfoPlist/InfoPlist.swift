import PathValidation
import X509

extension PolicyModel {
    /// Apple's platforms under an application's `Info.plist`.
    package static let infoPlist = PolicyModel(
        name: "info-plist",
        about: "Apple's platforms under an application's Info.plist: App Transport Security and "
            + "NSPinnedDomains.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c; Apple Security, "
            + "SecProtocolConfiguration.m as of macOS 15.4",
        scope: .infoPlist,
        platform: .apple,
        settings: InfoPlistSetting.all,
        checks: ModelCheck.infoPlist,
        entries: { document in
            guard case .propertyList(let root) = document, root.isAppTransportSecurity else {
                return nil
            }
            return root.appTransportSecurity?.configuredDomains
        },
        audit: AuditTerms(
            hosts: { document in
                guard case .propertyList(let root) = document else { return [] }
                return root.appTransportSecurity?.meantHosts ?? []
            },
            entry: { InfoPlistPolicy($0).judgedEntry },
            strongest: { settings in
                InfoPlistSetting.identities
                    .stating(InfoPlistPolicy(settings).pinsLeavesAlone ? .leaf : .ca)
            }
        ),
        capabilities: { settings in
            let policy = InfoPlistPolicy(settings)
            return settings.unpinned(unlessStated: policy.demandsPin)
                .union(policy.pinnedParts)
                .union([.pins, .hashPins, .connection])
        },
        policy: { InfoPlistPolicy($0, checks: $1) }
    )
}

/// The settings of the model `info-plist`.
enum InfoPlistSetting {
    static let config = SettingKey.propertyList(
        "config",
        about: "The Info.plist, or the value of NSAppTransportSecurity in it."
    )
    static let identities = SettingKey(
        "identities",
        PinnedDomains.IdentityType.allCases,
        word: { $0 == .leaf ? "leaf" : "ca" },
        fallback: .leaf,
        about: "Without a config: whether client.pins are NSPinnedLeafIdentities or "
            + "NSPinnedCAIdentities."
    )
    static let delegate = SettingKey(
        "delegate",
        fallback: InfoPlistPolicy.Delegate.defaultHandling,
        about: "How the application's delegate handles a server trust challenge: it lets the "
            + "platform decide, evaluates the trust for no host, or trusts anything."
    )

    static let all: [any AnySettingKey] = [
        config, EntrySetting.domain, EntrySetting.host, identities, delegate,
    ]
}

/// The decisions of App Transport Security, the application's delegate and the platform, which
/// compares the pins of `NSPinnedDomains`.
///
/// App Transport Security checks version and suite first, because the client offers them before it
/// receives any certificate. Then the delegate answers. If it accepts, App Transport Security
/// checks the leaf and, unless an exception waives it, requires the platform's own trust.
struct InfoPlistPolicy: TrustPolicy {
    /// The answer of `urlSession(_:didReceive:completionHandler:)`.
    enum Delegate: String, CaseIterable, Sendable {
        /// The delegate does not exist, or it answers `.performDefaultHandling`.
        case defaultHandling = "default-handling"
        /// The delegate sets `SecPolicyCreateSSL(true, nil)`; then `SecTrustEvaluateWithError`
        /// decides.
        case withoutHost = "without-host"
        /// The delegate answers `.useCredential` without an evaluation of the trust.
        case useCredential = "use-credential"
    }

    private let appTransportSecurity: AppTransportSecurity
    /// The `NSPinnedDomains` of the document; nil if there is no document.
    ///
    /// Without a document, the application has the pins of the test case.
    private let pinnedDomains: PinnedDomains?
    private let identities: PinnedDomains.IdentityType
    private let delegate: Delegate
    /// The domain whose entry applies to every host; nil if the entry of each host is looked up.
    private let domain: ReferenceIdentity?
    private let checks: CheckSet

    init(_ settings: PolicyModel.Settings, checks: CheckSet = .all) {
        let config = settings[InfoPlistSetting.config]
        let security = config?.appTransportSecurity
        let reading = Self.lastRead.value(of: Input(security: security, checks: checks)) { input in
            Reading(
                appTransportSecurity: AppTransportSecurity(input.security, checks: input.checks),
                pinnedDomains: PinnedDomains(input.security, checks: input.checks)
            )
        }
        appTransportSecurity = reading.appTransportSecurity
        let pinned = reading.pinnedDomains
        pinnedDomains = config == nil ? nil : pinned
        self.checks = checks
        identities = settings[InfoPlistSetting.identities]
        delegate = settings[InfoPlistSetting.delegate]
        // If the setting `host` is stated, only one host is looked up, and the list of all entries
        // is not needed.
        let isOneOfAll = settings.standsIn && settings[EntrySetting.host] == nil
        domain = settings.judgedEntry(
            among: isOneOfAll ? security?.configuredDomains ?? [] : [],
            domain: \.self,
            pins: Set(isOneOfAll ? pinned.pinningDomains : []).contains,
            governing: \.self
        ).map { text in
            IPAddress.bytes(text).map(ReferenceIdentity.ip) ?? .dns(text.lowercased())
        }
    }

    /// The parts of a property list that the policy reads.
    private struct Reading: Sendable {
        let appTransportSecurity: AppTransportSecurity
        let pinnedDomains: PinnedDomains
    }

    private struct Input: Equatable, Sendable {
        let security: PropertyListValue?
        let checks: CheckSet
    }

    private static let lastRead = LastMade<Input, Reading>()

    /// Whether the entry that applies to every host has pins.
    ///
    /// If so, the configuration rejects the server in every test case that states no pins, since no
    /// forged key matches the configuration's own pins.
    var demandsPin: Bool { !pinnedTypes.isEmpty }

    /// The part of a chain that must be pinned: by the entry that applies to every host or, without
    /// a configuration, by the setting `identities`.
    var pinnedParts: Set<PolicyModel.Capability> {
        switch pinnedDomains == nil ? [identities] : pinnedTypes {
        case [.leaf]: [.endEntityPins]
        case [.leaf, .ca]: [.wholeChainPins]
        default: []
        }
    }

    /// Whether the policy compares only pins of end entities.
    fileprivate var pinsLeavesAlone: Bool { pinnedParts == [.endEntityPins] }

    /// All settings for the host whose entry applies to every connection; nil if each connection's
    /// host is looked up.
    fileprivate var judgedEntry: AnyHashable? {
        guard let domain, let pinnedDomains else { return nil }
        let pins = PinnedDomains.IdentityType.allCases.map { type in
            pinnedDomains.identities(type, for: domain.host).map { pins in
                pins.contains { $0.count == 32 } ? 2 : pins.isEmpty ? 0 : 1
            }
        }
        return [appTransportSecurity.requirements(for: domain), pins] as [AnyHashable]
    }

    private var pinnedTypes: Set<PinnedDomains.IdentityType> {
        guard let host = domain?.host, let pinnedDomains else { return [] }
        return pinnedDomains.types(pinnedFor: host)
    }

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        let requirements = appTransportSecurity.requirements(for: domain ?? identity)
        do {
            try requirements?.judgeConnection(of: presented)
        } catch {
            return Decision(.reject(error), error: URLErrorText.secureConnectionFailed)
        }
        let decision = answer(presented, for: identity)
        guard let requirements, case .accept = decision.verdict else { return decision }
        do throws(Rejection) {
            try requirements.judgeLeaf(of: presented)
            if requirements.isTrustRequired, checks.contains(.atsTrustedPeer) {
                try requireTrust(in: presented, for: identity)
            }
            return decision
        } catch {
            var refused = decision
            refused.verdict = .reject(error)
            refused.error = URLErrorText.secureConnectionFailed
            return refused
        }
    }

    /// Returns the decision on the challenge, before App Transport Security's rules on the leaf.
    private func answer(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        switch delegate {
        case .defaultHandling: return defaultHandling(of: presented, for: identity)
        case .withoutHost:
            return presented.challenge(for: identity, checks: checks) { trust in
                trust.setPolicies([.ssl(host: nil)])
                do throws(Rejection) {
                    return .useCredential(.path(try trust.evaluateWithError()))
                } catch {
                    return .cancel(error, error: URLErrorText.cancelled)
                }
            }
        case .useCredential:
            return presented.challenge(for: identity, checks: checks) { _ in
                .useCredential(.unchecked)
            }
        }
    }

    /// Returns the platform's own decision on the trust: on the chain for the host, then on the
    /// host's pins.
    private func defaultHandling(
        of presented: Presented,
        for identity: ReferenceIdentity
    ) -> Decision {
        var decision = presented.challenge(for: identity, checks: checks) { _ in
            .performDefaultHandling
        }
        guard case .accept(.path(let path)) = decision.verdict else { return decision }
        do {
            try judgePins(in: path.certificates, presented, host: (domain ?? identity).host)
        } catch {
            decision.verdict = .reject(error)
            decision.trustResult = .recoverableFailure
            decision.error = URLErrorText.serverCertificateUntrusted
        }
        return decision
    }

    private func requireTrust(
        in presented: Presented,
        for identity: ReferenceIdentity
    ) throws(Rejection) {
        guard delegate != .defaultHandling,
            case .reject(let rejection) = defaultHandling(of: presented, for: identity).verdict
        else { return }
        throw rejection
    }

    // MARK: Pins

    /// Compares pins as `SecPolicyCheckLeafSPKISHA256` and `SecPolicyCheckCAspkiSHA256` do: with
    /// the certificate at index 0 of the built chain, and with any certificate above it.
    private func judgePins(
        in chain: [[UInt8]],
        _ presented: Presented,
        host: String
    ) throws(Rejection) {
        if checks.contains(.pinnedLeafIdentities) {
            try require(pins(.leaf, presented, host: host), in: chain.prefix(1))
        }
        if checks.contains(.pinnedCAIdentities) {
            try require(pins(.ca, presented, host: host), in: chain.dropFirst())
        }
    }

    private func require(_ pins: [Pin]?, in chain: ArraySlice<[UInt8]>) throws(Rejection) {
        guard let pins else { return }
        guard !pins.isEmpty else { throw .pinsMissing }
        let certificates = chain.compactMap { try? ServerTrust.decoded($0) }
        guard pins.contains(where: { certificates.contains(where: $0.matches) }) else {
            throw .pinMismatch
        }
    }

    /// Returns the pins of this kind of identity.
    ///
    /// The pins of the test case replace the pins of the configuration, except in a list without
    /// any valid pin.
    private func pins(
        _ type: PinnedDomains.IdentityType,
        _ presented: Presented,
        host: String
    ) -> [Pin]? {
        let own = presented.pins?.map(\.ofKey)
        guard let pinnedDomains else { return type == identities ? own : nil }
        guard let hashes = pinnedDomains.identities(type, for: host) else { return nil }
        // The pins of the test case do not replace a list in which no entry can match a key.
        let canMatch = hashes.contains { $0.count == 32 }
        return canMatch ? own ?? hashes.map(Pin.spkiSHA256) : hashes.map(Pin.spkiSHA256)
    }
}

extension PropertyListValue {
    /// The value under `NSAppTransportSecurity`, or the whole property list if that key is missing.
    fileprivate var appTransportSecurity: PropertyListValue? {
        self["NSAppTransportSecurity"] ?? self
    }

    /// The domains with an entry under `NSAppTransportSecurity`, in alphabetical order.
    fileprivate var configuredDomains: [String] {
        let exceptions: [String] =
            if case .dictionary(let entries) = self["NSExceptionDomains"] {
                entries.keys.filter { !$0.contains("/") }
            } else { [] }
        return Set(PinnedDomains(self).pinningDomains + exceptions).sorted()
    }

    /// The hosts that these domains mean.
    fileprivate var meantHosts: [String] {
        configuredDomains.flatMap { domain in
            let entries = [self["NSPinnedDomains"]?[domain], self["NSExceptionDomains"]?[domain]]
            let includes = entries.contains { $0?["NSIncludesSubdomains"] == .boolean(true) }
            return domain.meantHosts(withSubdomains: includes)
        }.unique
    }

    /// Whether the property list has keys of App Transport Security.
    fileprivate var isAppTransportSecurity: Bool {
        let keys = [
            "NSAppTransportSecurity", "NSPinnedDomains", "NSExceptionDomains",
            "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInWebContent",
            "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking",
            "NSRequiresNIAPTLSPackageVersion",
        ]
        return keys.contains { self[$0] != nil }
    }
}
