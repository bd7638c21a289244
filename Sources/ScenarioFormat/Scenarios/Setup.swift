import ClientModels
import Crypto
import Forge
import PathValidation
import TLS
import X509

/// Everything that a run needs: certificates, server, network, client, clock.
package struct Setup: Hashable, Sendable {
    /// The chain that an intercepting proxy serves in place of the origin's chain.
    package enum Proxy: Hashable, Sendable {
        /// Certificates that copy the origin's certificates and that this entity signs.
        case mintsUnder(String)
        /// The certificates of these entities, in order.
        case serves([String])
    }

    /// A pin as stated in a file.
    package enum DeclaredPin: Hashable, Sendable {
        /// A pin on an entity: `spki(ENTITY)` or `certificate(ENTITY)`.
        case entity(EntityPin)
        /// The SHA-256 hash of a key, written as `sha256/BASE64`.
        case sha256([UInt8])
        /// The bytes of a DER or PEM certificate file, read with the scenario and stored as DER.
        case file([UInt8])

        /// The entity in the pin; nil for a pin that names no entity.
        var entity: String? {
            switch self {
            case .entity(let pin): pin.entity
            case .sha256, .file: nil
            }
        }

        /// Pins the key of an entity.
        package static func spki(_ entity: String) -> DeclaredPin {
            .entity(EntityPin(.spki, of: entity))
        }

        /// Pins the certificate of an entity.
        package static func certificate(_ entity: String) -> DeclaredPin {
            .entity(EntityPin(.certificate, of: entity))
        }
    }

    /// The OCSP response that a server staples for a certificate.
    package enum DeclaredStaple: Hashable, Sendable {
        /// The response that this entity declares.
        case response(String)
        case bytes([UInt8])
    }

    /// A CT log as clients know it.
    package struct DeclaredLog: Hashable, Sendable {
        /// The operator; nil for an operator with the log's name.
        package var operatedBy: String?
        package var state = TransparencyLog.State.usable
        /// The time at which the log's state started; a year before the run's `now` unless stated.
        package var since = Moment.relative(-31_536_000)
    }

    /// The name in `path` for a certificate that a proxy forged.
    package static let minted = "minted"

    package var pki: PKI
    /// The served entities, in order.
    package var serve: [String]
    package var connect: ReferenceIdentity
    package var versions: ClosedRange<TLSVersion>
    /// The cipher suites that the server accepts, preferred first; nil for `CipherSuite.offered`.
    package var suites: [CipherSuite]? = nil
    /// The groups that the server accepts and the signature schemes that it uses, preferred first;
    /// nil for all that Hatpin's engine has, except schemes with SHA-1 or MD5.
    package var groups: [NamedGroup]? = nil
    package var schemes: [HandshakeScheme]? = nil
    /// The server's demand for a client certificate, requested or required; nil for neither.
    package var clientAuthentication: ClientAuthentication? = nil
    /// The entity whose key signs the handshake; nil for the first served entity.
    package var serverKeyOf: String?
    /// The names of server faults from `NamedServerFault.catalogue`.
    package var serverFaults: [String]
    /// The names of the violations and operations in the server's handshake, in order.
    package var handshake: [String] = []
    /// The server's TLS implementation, as stated; nil for libssl, or for Hatpin's engine if the
    /// setup needs that engine.
    package var engine: TLSEngine? = nil
    /// How the server uses session tickets; nil for not at all.
    package var tickets: SessionTickets? = nil
    /// The application protocols that the server accepts, preferred first; empty for none.
    package var protocols: [String] = []
    /// Whether connections in HTTP/1.1 stay open after a redirect to the next step.
    package var keepsAlive = false
    /// Whether the server answers a request of this step with status 421 on a connection of an
    /// earlier step.
    package var isMisdirected = false
    /// The plaintext protocol that upgrades to TLS; nil for TLS from the start.
    package var startTLS: ApplicationProtocol? = nil
    /// The entities that the server serves on FTP data connections, in order; empty without data
    /// connections.
    package var dataChannel: [String] = []
    /// The entities that the server serves for these server names in lower case.
    ///
    /// A client that sends another name, or no name, gets `serve`.
    package var named: [String: [String]] = [:]
    package var proxy: Proxy?
    /// The versions that the proxy offers to its client.
    package var proxyVersions: ClosedRange<TLSVersion> = .v1_0 ... .v1_3
    package var address: LoopbackFamily
    package var trust: [String]
    package var userTrust: [String]
    package var pins: [DeclaredPin]?
    /// The staples for the served certificates, in order; nil for none.
    package var staples: [DeclaredStaple?] = []
    /// The names of CRLs in `pki.lists`.
    package var crls: [String] = []
    /// The entities whose certificates the client sends on request, end entity first; empty for
    /// none.
    package var identity: [String] = []
    /// The CT logs by name.
    package var logs: [String: DeclaredLog] = [:]
    /// The SCTs in the handshake, by the entity whose certificate they are sent with.
    package var scts: [String: [DeclaredSCT]] = [:]
    /// The application protocols that models offer; programs offer their own protocols.
    package var offeredProtocols: [String] = []
    /// The TLS versions that models offer; nil for their default.
    ///
    /// Programs offer their own versions.
    package var offeredVersions: ClosedRange<TLSVersion>?
    /// The server name that models send; nil for the name that they verify.
    package var indicatedName: String?
    /// The host as the user of a program writes it; nil for the reference identity.
    package var typedHost: String?
    /// The documents that are served over HTTP at port 80 of 127.0.0.1, by path.
    package var documents: [String: WebDocument] = [:]
    /// The DNS records; nil if names are only in a hosts file.
    package var dns: DeclaredNames?
    /// The verify date; nil for the run's `now`.
    package var clock: Moment?
    /// How the client behaves toward a server that verifies the client's certificate.
    package var conduct = ClientConduct()
    /// The end of the relying party; its peer at the other end presents the certificates.
    package internal(set) var end = RelyingEnd.client
    /// The setups of the earlier steps, in which the same client connects to the same port; their
    /// own `earlier` is empty.
    package var earlier: [Setup] = []

    /// The identity that the client connects to first; redirects lead to the identities of later
    /// steps.
    package var firstIdentity: ReferenceIdentity { earlier.first?.connect ?? connect }

    /// The loopback address of the first identity.
    package var firstAddress: LoopbackFamily { earlier.first?.address ?? address }

    /// The reasons why the server must use Hatpin's own engine; empty if libssl can serve the
    /// setup.
    var engineNeeds: [EngineNeed] {
        var needs: [EngineNeed] = []
        if !handshake.isEmpty { needs.append(.violation) }
        if !scts.isEmpty { needs.append(.scts) }
        if groups != nil || schemes != nil { needs.append(.choices) }
        if tickets != nil { needs.append(.tickets) }
        if staples.dropFirst().contains(where: { $0 != nil }) { needs.append(.laterStaples) }
        if !identity.isEmpty { needs.append(.clientCertificate) }
        for serverFault in NamedServerFault.catalogue
        where serverFault.needsEngine && serverFaults.contains(serverFault.name) {
            needs.append(.serverFault(serverFault.name))
        }
        return needs
    }

    /// The TLS implementation of the server, stated or needed; nil for libssl if it can load the
    /// certificates, otherwise Hatpin's engine.
    package var servingEngine: TLSEngine? { engine ?? (engineNeeds.isEmpty ? nil : .hatpin) }

    /// The server's fault in its responses; nil for none.
    package var answerFault: AnswerFault? {
        serverFaults.lazy.compactMap(AnswerFault.init).first
    }

    /// Whether a client may send the request of the next step on the connection of this step.
    var keepsConnections: Bool { keepsAlive || protocols.contains("h2") }

    /// Whether the server stops during the handshake and keeps the client waiting.
    package var stalls: Bool {
        NamedServerFault.catalogue.contains { $0.stalls && serverFaults.contains($0.name) }
    }

    /// Whether the server acts on the connection's first bytes, which must be a ClientHello.
    var actsOnHello: Bool {
        NamedServerFault.catalogue.contains { $0.actsOnHello && serverFaults.contains($0.name) }
    }

    /// Whether the steps need a client that remembers earlier connections: a client that may resume
    /// a session, or that shows in the last step how it handled earlier steps.
    package var needsMemory: Bool {
        !earlier.isEmpty && (tickets?.resumes == true || earlier.contains { !$0.handshake.isEmpty })
    }
}
