import Crypto
import PathValidation
import X509

/// The input of a policy: the served certificates with their staples, and the client's own stores,
/// pins, revocation lists and clock.
package struct Presented: Sendable {
    /// The entries of the Certificate message as sent, end entity first, including duplicates and
    /// entries that do not decode.
    package var chain: [[UInt8]]
    /// The client's trust anchors.
    package var store: TrustStore
    /// The client's pins; nil if no set of pins is configured, which differs from an empty set.
    package var pins: [Pin]?
    /// The instant at which validity is checked.
    package var verifyDate: Instant
    /// The OCSP responses for the entries of `chain`, in their order; nil, or missing at the end,
    /// for entries without a response.
    ///
    /// RFC 6066 §8 has one response, for the first entry; RFC 8446 §4.4.2.1 has one for each entry.
    package var staples: [[UInt8]?]
    /// The CRLs that the client has, as DER, in any order.
    package var crls: [[UInt8]]
    /// The SignedCertificateTimestampList in the handshake for the first entry; nil without such a
    /// list (RFC 6962 §3.3.1).
    package var scts: [UInt8]?
    /// The logs of Certificate Transparency that the client knows.
    package var logs: [TransparencyLog] = []
    /// The version and suite that the handshake agreed on; nil if a chain is checked without a
    /// handshake.
    package var connection: ConnectionFacts?
    /// The result of the client's query for TLSA records; nil for a client without such queries.
    package var associations: TLSALookup?
    /// The result of the client's lookup of the MTA-STS policy for the mail domain of the server;
    /// nil for a client without such lookups.
    package var mailPolicy: MailPolicyLookup?
    /// Every certificate of the test case by its entity's name, for configurations that refer to a
    /// file by name.
    package var entities: [String: [UInt8]] = [:]

    /// Creates an input without named entities; each parameter is the property with its name.
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

extension Presented {
    /// Returns the served certificates, for clients whose TLS library decodes all of them before
    /// any check.
    ///
    /// - Throws: `malformed`, for the first certificate that does not decode.
    package func decodedChain(by rules: DERRules) throws(Rejection) -> [Certificate] {
        var certificates: [Certificate] = []
        for (depth, der) in chain.enumerated() {
            do {
                certificates.append(try SignatureCache.shared.certificate(der, by: rules))
            } catch {
                throw .malformed(error, depth: depth)
            }
        }
        return certificates
    }
}

/// A device's trust anchors, as DER certificates.
package struct TrustStore: Hashable, Sendable {
    /// Anchors that the platform includes.
    package var system: [[UInt8]]
    /// Anchors that the user or an administrator installed.
    package var user: [[UInt8]]
    /// Certificates that the user or an administrator distrusts; only the models of Apple's clients
    /// read them.
    package var denied: [[UInt8]]

    /// Creates a store; each parameter is the property with its name.
    package init(system: [[UInt8]], user: [[UInt8]] = [], denied: [[UInt8]] = []) {
        self.system = system
        self.user = user
        self.denied = denied
    }
}
