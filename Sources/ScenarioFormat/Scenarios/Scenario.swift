import ClientModels
import Crypto
import Forge
import PathValidation
import TLS
import X509

// ScenarioFormat reads the files that users write: YAML in, values out, with a line for each fault.
// It takes the words of other modules (mutations, server faults, models, reasons) from their
// catalogues, and runs nothing.

/// One case: a complete setup and the expected decision.
///
/// A class because a case never changes and a run passes thousands of cases through several lists.
/// Copies took a third of a run's memory.
package final class Scenario: Sendable {
    /// The folder under the scenarios' root, the name and the coordinates:
    /// `pins/renewal[new-key,leaf.key=p256]`.
    package let id: String
    /// `pins/renewal`: the id without coordinates.
    package let group: String
    /// The path of the file, and the 1-based line of the `expect` that applies.
    package let file: String
    package let line: Int
    package let about: String
    package let sources, covers, tags: [String]
    package let importance: Severity
    package let `class`: Class
    /// The attacker's gain that the file states; nil if it states none.
    package let gains: Gain?
    package var setup: Setup { unfolded.setup.value }
    /// The relying party that the scenario names; nil for every party that can express the setup.
    package let party: PartyReference?
    /// The rules of `expect`; `rule(for:)` selects one by party.
    package let expectation: [ExpectationRule]
    /// The decision of a correct client; nil for the same as `expect`.
    package let secure: Expectation?
    package let known: [KnownVerdictDifference]
    private let unfolded: UnfoldedCase
    /// The setup that the same party must accept before a rejection counts.
    ///
    /// If the scenario has a `control`, this is the scenario's setup with that overlay. Otherwise
    /// it is the setup of the base, with the scenario's pins whose entities exist there. Nil if a
    /// correct client accepts, because then no control is needed.
    package var control: Setup? { unfolded.control.value }
    /// The coordinates and party settings that `when` compares, such as `leaf.key: rsa1024`.
    package let coordinates: [String: String]
    /// SHA-256, hexadecimal, of everything stated in the merged layers; cases with the same
    /// definition are equal.
    package var definition: String { unfolded.definition.value }

    init(
        id: String,
        group: String,
        file: String,
        line: Int,
        about: String,
        sources: [String],
        covers: [String],
        tags: [String],
        importance: Severity,
        class: Class,
        gains: Gain?,
        party: PartyReference?,
        expectation: [ExpectationRule],
        secure: Expectation?,
        known: [KnownVerdictDifference],
        coordinates: [String: String],
        unfolded: UnfoldedCase
    ) {
        self.id = id
        self.group = group
        self.file = file
        self.line = line
        self.about = about
        self.sources = sources
        self.covers = covers
        self.tags = tags
        self.importance = importance
        self.class = `class`
        self.gains = gains
        self.party = party
        self.expectation = expectation
        self.secure = secure
        self.known = known
        self.coordinates = coordinates
        self.unfolded = unfolded
    }

    /// What an attacker gains from a client that accepts what must be refused.
    package enum Class: String, CaseIterable, Hashable, Sendable {
        /// The attacker gains a connection, or a step towards one.
        case practical
        /// The attacker gains nothing unless a CA or the server violates the standards for them:
        /// only the standard requires a rejection.
        case formal
        /// A formal rule that hardly any program enforces.
        case strict
    }
}

/// The parts of a case that take longest to make and that many commands do not need.
struct UnfoldedCase: Sendable {
    let setup: Lazy<Setup>
    let control: Lazy<Setup?>
    let definition: Lazy<String>
}

/// Everything that a run needs: certificates, server, network, client, clock.
package struct Setup: Hashable, Sendable {
    /// The chain that an intercepting proxy serves in place of the origin's.
    package enum Proxy: Hashable, Sendable {
        /// Certificates that copy the origin's and are signed by this entity.
        case mintsUnder(String)
        /// These entities, in order.
        case serves([String])
    }

    /// A pin as stated in a file.
    package enum DeclaredPin: Hashable, Sendable {
        /// `spki(ENTITY)` or `certificate(ENTITY)`
        case entity(EntityPin)
        /// `sha256/BASE64`, 32 bytes
        case sha256([UInt8])
        /// The bytes of a DER or PEM certificate file, read with the scenario and stored as DER.
        case file([UInt8])

        /// The entity in the pin; nil for other pins.
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

    /// The OCSP response that a server staples to a certificate.
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
    /// The groups and signature schemes that the server accepts, preferred first; nil for all that
    /// Hatpin's engine has.
    package var groups: [NamedGroup]? = nil
    package var schemes: [HandshakeScheme]? = nil
    /// The server's demand for a client certificate, requested or required; nil for neither.
    package var clientAuthentication: ClientAuthentication? = nil
    /// The entity whose key signs the handshake; nil for the first served entity.
    package var serverKeyOf: String?
    /// The names of server faults from `NamedServerFault.catalogue`.
    package var serverFaults: [String]
    /// The names of the violations in the server's handshake, in order.
    package var handshake: [String] = []
    /// The server's TLS implementation, as stated; nil for libssl, or for Hatpin's engine if the
    /// setup needs that engine.
    package var engine: TLSEngine? = nil
    /// How the server uses session tickets; nil for not at all.
    package var tickets: SessionTickets? = nil
    /// The application protocols that the server accepts, preferred first; empty for none.
    package var protocols: [String] = []
    /// The plaintext protocol that upgrades to TLS; nil for TLS from the start.
    package var startTLS: UpgradedProtocol? = nil
    /// The entities that the server serves on FTP data connections, in order; empty without data
    /// connections.
    package var dataChannel: [String] = []
    /// The entities that the server serves for these server names in lower case; other clients get
    /// `serve`.
    package var named: [String: [String]] = [:]
    package var proxy: Proxy?
    /// The versions that the proxy offers to its client.
    package var proxyVersions: ClosedRange<TLSVersion> = .v1_0 ... .v1_3
    package var address: LoopbackFamily
    package var trust: [String]
    package var userTrust: [String]
    package var pins: [DeclaredPin]?
    /// The staples to the served certificates, in order; nil for none.
    package var staples: [DeclaredStaple?] = []
    /// The names of CRLs in `pki.lists`.
    package var crls: [String] = []
    /// The entities whose certificates the client sends on request, its own first; empty for none.
    package var identity: [String] = []
    /// The CT logs by name.
    package var logs: [String: DeclaredLog] = [:]
    /// The SCTs in the handshake, by the entity whose certificate they are sent with.
    package var scts: [String: [DeclaredSCT]] = [:]
    /// The application protocols that models offer; programs offer their own.
    package var offeredProtocols: [String] = []
    /// The TLS versions that models offer; nil for their default.
    ///
    /// Programs offer their own.
    package var offeredVersions: ClosedRange<TLSVersion>?
    /// The server name that models send; nil for the name that they verify.
    package var indicatedName: String?
    /// The host as the user of a program writes it; nil for the reference identity.
    package var typedHost: String?
    /// The documents that are served over HTTP at port 80 of 127.0.0.1, by path.
    package var documents: [String: WebDocument] = [:]
    /// The verify date; nil for the run's `now`.
    package var clock: Moment?
    /// The setups of the earlier steps, in which the same client connects to the same port; their
    /// own `earlier` is empty.
    package var earlier: [Setup] = []

    /// The identity that the client connects to first; redirects lead to the others.
    package var firstIdentity: ReferenceIdentity { earlier.first?.connect ?? connect }

    /// The reasons why the server must use Hatpin's own engine; empty if libssl will do.
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

    /// Whether the server stops during the handshake and keeps the client waiting.
    package var stalls: Bool {
        NamedServerFault.catalogue.contains { $0.stalls && serverFaults.contains($0.name) }
    }

    /// Whether the steps need a client that remembers earlier connections: a client that may resume
    /// a session, or that shows in the last step how it handled earlier ones.
    package var needsMemory: Bool {
        !earlier.isEmpty && (tickets?.resumes == true || earlier.contains { !$0.handshake.isEmpty })
    }
}

/// A relying party as in files and `--party`: `afnetworking:mode=public-key`, `client/curl`.
package struct PartyReference: Hashable, Sendable {
    /// The name of a model, or of a program with `programPrefix`.
    package let name: String
    /// The stated settings; the value of a document is its path.
    package let settings: [String: String]
    /// The contents of documents, by setting.
    package var documents: [String: PolicyDocument]
    /// SHA-256 over the bytes of these files in order; empty for none.
    package var documentDigest: [UInt8] = []

    package init(
        name: String,
        settings: [String: String] = [:],
        documents: [String: PolicyDocument] = [:]
    ) {
        self.name = name
        self.settings = settings
        self.documents = documents
    }

    /// The model of a correct client.
    package static let reference = "reference"

    /// The prefix of client names.
    package static let programPrefix = "client/"

    /// The name of the client; nil for a model.
    package var program: String? {
        name.hasPrefix(Self.programPrefix) ? String(name.dropFirst(Self.programPrefix.count)) : nil
    }

    /// Whether the party has its own configuration, inline or in a file, that may pin keys.
    var mayBringPins: Bool {
        let model = PolicyModel.catalogue.first { $0.name == name }
        return model?.settings.contains { setting in
            if case .word = setting.kind { return false }
            return settings[setting.name]?.isEmpty == false
        } ?? false
    }

    /// The entities that the party's settings pin; empty for an unknown party, which the reader of
    /// its file reports.
    package var entityPins: [EntityPin] {
        do { return try PolicyModel.resolve(name, settings: settings).entityPins } catch {
            return []
        }
    }
}

extension Scenario {
    /// The setups that the client meets: those of the steps, the last one, and the control's.
    package var setups: [Setup] {
        [setup, control].compactMap(\.self).flatMap { $0.earlier + [$0] }
    }

    /// All parties in the case: the scenario's own party, and those of rules and known differences.
    var namedParties: [PartyReference] {
        [party].compactMap(\.self) + expectation.flatMap { $0.parties ?? [] } + known.map(\.party)
    }

    /// What an attacker gains from a client that accepts: the gain in the file, otherwise the gain
    /// that the named defects or the reasons imply; nil if there is neither.
    package var gain: Gain? {
        gains ?? setup.gain ?? (`class` == .practical ? rejections.gain : .nothing)
    }

    /// The reasons for which a correct client refuses, as `secure` states them; without `secure`,
    /// the reasons of the scenario's party.
    package var rejections: [Rejection.Code] {
        let verdicts = secure.map { [$0.verdict] } ?? ownRules.map(\.expectation.verdict)
        return verdicts.flatMap { verdict -> [Rejection.Code] in
            if case .reject(let reasons) = verdict { reasons } else { [] }
        }
    }

    /// The first rule of `expect` that applies to a party.
    package func rule(for party: PartyReference) -> ExpectationRule {
        expectation.first { $0.applies(to: party, at: coordinates) }
            ?? ExpectationRule(when: [:], expectation: Expectation(verdict: .accept), line: line)
    }

    /// The known difference for a party; if several apply, the one with the most settings.
    package func difference(for party: PartyReference) -> KnownVerdictDifference? {
        known.filter { $0.party.covers(party) }
            .max { $0.party.settings.count < $1.party.settings.count }
    }
}
