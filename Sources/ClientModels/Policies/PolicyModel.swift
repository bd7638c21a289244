/// A model of a client's policy, as scenario files and `--party` name it.
package struct PolicyModel: Sendable {
    /// A feature of a test case that a model supports; it is not applicable where one is missing.
    package enum Capability: String, CaseIterable, Hashable, Sendable {
        /// `client.pins` are honoured.
        case pins
        /// Pins are compared with the end entity alone, so that a pin of an authority never matches.
        case endEntityPins = "end-entity-pins"
        /// Every certificate of a chain must be pinned, or its end entity and an authority each.
        case wholeChainPins = "whole-chain-pins"
        /// `sha256/…` pins, which come without a certificate, are honoured.
        case hashPins = "hash-pins"
        /// The connection is judged too, so that the policy sees every version and suite that a
        /// server chooses.
        case connection
        /// Certificate timestamps are asked for in the handshake.
        case scts
        /// A test case without `client.pins` is judged. A configuration that demands a pin would
        /// refuse every server there, whatever its faults.
        case unpinned
        /// The settings state no pin, so that the client compares none unless `client.pins` are given.
        case idlePins = "idle-pins"
    }

    /// The word for it in scenario files and `--party`.
    package let name: String
    /// The client and what decides in it, in a sentence.
    package let about: String
    /// Project, version and file that it transcribes.
    package let source: String
    /// How far it goes, and where it differs from the original.
    package let scope: ModelScope
    /// The platform that it stands on; nil for a client that brings its own validation.
    package let platform: ModelPlatform?
    /// In the order that canonical names list them.
    package let settings: [Setting]
    /// The decisions that it takes, in the original's order.
    package let checks: [ModelCheck]
    /// The domains that a configuration of this system has entries for, as the setting `domain`
    /// takes them; nil if the document is not a configuration of this system.
    package let entries: @Sendable (PolicyDocument) -> [String]?
    /// How an audit tells its configurations from the system; nil for a model that is no system's.
    package let audit: AuditTerms?
    /// The features that it supports under these settings.
    package let capabilities: @Sendable (Settings) -> Set<Capability>
    /// The policy under these settings, which makes these checks.
    package let policy: @Sendable (Settings, CheckSet) -> any TrustPolicy

    /// A model for the catalogue; each parameter is the property of its name.
    package init(
        name: String,
        about: String,
        source: String,
        scope: ModelScope,
        platform: ModelPlatform? = nil,
        settings: [Setting],
        checks: [ModelCheck] = [],
        entries: @escaping @Sendable (PolicyDocument) -> [String]? = { _ in nil },
        audit: AuditTerms? = nil,
        capabilities: @escaping @Sendable (Settings) -> Set<Capability>,
        policy: @escaping @Sendable (Settings, CheckSet) -> any TrustPolicy
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.scope = scope
        self.platform = platform
        self.settings = settings
        self.checks = checks
        self.entries = entries
        self.audit = audit
        self.capabilities = capabilities
        self.policy = policy
    }
}

extension PolicyModel {
    /// The first setting that takes a file, which is the one that `entries` reads; nil for none.
    package var configuration: Setting? {
        settings.first { if case .document = $0.kind { true } else { false } }
    }
}
