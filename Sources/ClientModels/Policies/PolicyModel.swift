/// A model of a client's policy, as scenario files and `--party` name it.
package struct PolicyModel: Sendable {
    /// A feature of a test case that a model supports; without the feature, the case is not
    /// applicable.
    package enum Capability: String, CaseIterable, Hashable, Sendable {
        /// The model uses the pins of `client.pins`.
        case pins
        /// Pins are compared only with the end entity, so a pin of a CA never matches.
        case endEntityPins = "end-entity-pins"
        /// Every certificate of a chain must be pinned, or both the end entity and a CA.
        case wholeChainPins = "whole-chain-pins"
        /// The model uses `sha256/…` pins, which have no certificate.
        case hashPins = "hash-pins"
        /// The connection is checked too, so the policy sees every version and suite that a server
        /// chooses.
        case connection
        /// SCTs are requested in the handshake.
        case scts
        /// The client reads TLSA records and mail policies, if the test case states them.
        case names
        /// The model applies to a test case without `client.pins`. A configuration that requires a
        /// pin lacks this feature, because it rejects every server of such a test case.
        case unpinned
        /// The settings state no pin, so the client compares no pins unless the test case has
        /// `client.pins`.
        case idlePins = "idle-pins"
        /// The party is a server, and verifies the certificates of clients.
        case clientCertificates = "client-certificates"
    }

    /// The name of the model in scenario files and `--party`.
    package let name: String
    /// The client and what it checks, in a sentence.
    package let about: String
    /// The project, version and file that the model transcribes.
    package let source: String
    /// The coverage of the model, and its differences from the client.
    package let scope: ModelScope
    /// The platform that the client uses; nil for a client with its own validation.
    package let platform: ModelPlatform?
    /// The keys by which the policy reads the settings, in the order of canonical names.
    package let keys: [any AnySettingKey]
    /// The settings of these keys.
    package let settings: [Setting]
    /// The decisions of the model, in the client's order.
    package let checks: [ModelCheck]
    /// The domains with entries in a configuration of this system, as values of the setting
    /// `domain`; nil if the document is not a configuration of this system.
    package let entries: @Sendable (PolicyDocument) -> [String]?
    /// The terms on which an audit compares configurations of this model with their system; nil for
    /// a model that no audit tests.
    package let audit: AuditTerms?
    /// Returns the features that the model supports under these settings.
    package let capabilities: @Sendable (Settings) -> Set<Capability>
    /// Returns the policy under these settings, with only these checks.
    package let policy: @Sendable (Settings, CheckSet) -> any TrustPolicy

    /// Makes a model for the catalogue; each parameter is the property with its name, and
    /// `settings` are the keys.
    package init(
        name: String,
        about: String,
        source: String,
        scope: ModelScope,
        platform: ModelPlatform? = nil,
        settings keys: [any AnySettingKey],
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
        self.keys = keys
        settings = keys.map(\.setting)
        self.checks = checks
        self.entries = entries
        self.audit = audit
        self.capabilities = capabilities
        self.policy = policy
    }
}

extension PolicyModel {
    /// The first setting with a file, which `entries` reads; nil if no setting has a file.
    package var configuration: Setting? {
        settings.first { if case .document = $0.kind { true } else { false } }
    }
}
