import OpenSSL
import PKIX

// Policies is the contract between relying parties and the world: what a policy is given
// (`Presented`), what it answers (`Decision`), how a model is named, configured and taken apart
// into checks; and the strict policy `reference`.

/// A rule that a relying party applies to what a server presented.
package protocol TrustPolicy: Sendable {
    /// Judges `presented` for `identity`.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision
}

/// What a policy sees: the served certificates and what came with them, and the client's own
/// stores, pins, revocation lists and clock.
package struct Presented: Sendable {
    /// The Certificate message's entries as they crossed the wire, end entity first; duplicates
    /// and what does not decode included.
    package var chain: [[UInt8]]
    package var store: TrustStore
    /// Nil where none are configured; empty where an empty set is.
    package var pins: [Pin]?
    /// The instant that validity is judged at.
    package var verifyDate: Instant
    /// The OCSP responses that came with the entries of `chain`, in their order; nil, or missing at
    /// the end, where none came (RFC 6066 §8 knows the first alone, RFC 8446 §4.4.2.1 one for each).
    package var staples: [[UInt8]?]
    /// The CRLs that the client has at hand, as DER, in any order.
    package var crls: [[UInt8]]
    /// What the handshake has agreed on by now; nil where nobody knows.
    package var connection: ConnectionFacts?
    /// Every certificate of the world by its entity's name: what a configuration finds that refers
    /// to a file by name.
    package var entities: [String: [UInt8]] = [:]

    /// A view without named entities; each parameter is the property of its name.
    package init(
        chain: [[UInt8]],
        store: TrustStore,
        pins: [Pin]?,
        verifyDate: Instant,
        staples: [[UInt8]?] = [],
        crls: [[UInt8]] = [],
        connection: ConnectionFacts? = nil
    ) {
        self.chain = chain
        self.store = store
        self.pins = pins
        self.verifyDate = verifyDate
        self.staples = staples
        self.crls = crls
        self.connection = connection
    }
}

/// A device's trust anchors, as DER certificates.
package struct TrustStore: Hashable, Sendable {
    /// Those the platform came with.
    package var system: [[UInt8]]
    /// Those the user or an administrator installed.
    package var user: [[UInt8]]
    /// Those the user or an administrator distrusts; only the models of Apple's clients ask.
    package var denied: [[UInt8]]

    package init(system: [[UInt8]], user: [[UInt8]] = [], denied: [[UInt8]] = []) {
        self.system = system
        self.user = user
        self.denied = denied
    }
}
