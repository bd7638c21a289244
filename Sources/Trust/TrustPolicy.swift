import PKIX

/// A rule that a relying party applies to what a server presented.
package protocol TrustPolicy: Sendable {
    /// Judges `presented` for `identity`.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision
}

/// What a policy sees: the served certificates, and the client's own stores, pins and clock.
package struct Presented: Sendable {
    /// The Certificate message's entries as they crossed the wire, end entity first; duplicates
    /// and what does not decode included.
    package var chain: [[UInt8]]
    package var store: TrustStore
    /// Nil: none are configured. Empty: an empty set is.
    package var pins: [Pin]?
    /// The instant that validity is judged at.
    package var verifyDate: Instant

    package init(chain: [[UInt8]], store: TrustStore, pins: [Pin]?, verifyDate: Instant) {
        self.chain = chain
        self.store = store
        self.pins = pins
        self.verifyDate = verifyDate
    }
}

/// A device's trust anchors, as DER certificates.
package struct TrustStore: Hashable, Sendable {
    /// Those the platform came with.
    package var system: [[UInt8]]
    /// Those the user or an administrator installed.
    package var user: [[UInt8]]

    package init(system: [[UInt8]], user: [[UInt8]] = []) {
        self.system = system
        self.user = user
    }
}

/// What an application pins.
package enum Pin: Hashable, Sendable {
    /// A certificate file; as `spki` pins carry it, its key's place is known.
    case certificate([UInt8])
    /// The SPKI of this certificate.
    case key(of: [UInt8])
    /// SHA-256 of a DER SubjectPublicKeyInfo, 32 octets.
    case spkiSHA256([UInt8])
}

/// A model of a client's policy, as scenario files and `--party` name it.
package struct PolicyModel: Sendable {
    /// A setting of the original, under its own name hyphenated.
    package struct Setting: Sendable {
        package let name: String
        package let about: String
        /// The words it takes; `["false", "true"]` for a flag.
        package let values: [String]
        package let fallback: String

        package init(_ name: String, _ values: [String], fallback: String, about: String) {
            self.name = name
            self.values = values
            self.fallback = fallback
            self.about = about
        }

        /// A setting that is on or off.
        package static func flag(_ name: String, fallback: Bool, about: String) -> Setting {
            Setting(name, ["false", "true"], fallback: fallback ? "true" : "false", about: about)
        }
    }

    /// What of a world a model cannot express; it is not applicable there.
    package enum Capability: String, CaseIterable, Hashable, Sendable {
        /// `client.pins` are honoured.
        case pins
        /// `sha256/…` pins, which come without a certificate, are honoured.
        case hashPins = "hash-pins"
    }

    package let name: String
    package let about: String
    /// Project, version and file that it transcribes.
    package let source: String
    package let settings: [Setting]
    /// What it can express under these settings (all settings present).
    package let capabilities: @Sendable ([String: String]) -> Set<Capability>
    /// The policy under these settings (all settings present, each one of its values).
    package let policy: @Sendable ([String: String]) -> any TrustPolicy

    package init(
        name: String,
        about: String,
        source: String,
        settings: [Setting],
        capabilities: @escaping @Sendable ([String: String]) -> Set<Capability>,
        policy: @escaping @Sendable ([String: String]) -> any TrustPolicy
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.settings = settings
        self.capabilities = capabilities
        self.policy = policy
    }
}
